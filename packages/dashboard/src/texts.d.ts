/** All texts, joined by vite.config.ts. */
declare module "virtual:texts" {
  type Catalogs = Readonly<Record<string, Readonly<Record<string, string>>>>;

  /** By language (ISO 639-1). The keys of the catalogs are the folders that have the texts. */
  export const loaders: Readonly<Record<string, () => Promise<{ readonly catalogs: Catalogs }>>>;
}
