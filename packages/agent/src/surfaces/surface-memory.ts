/** What a surface keeps between starts: small, by key, and dropped 30 days after it was last set. */
export interface SurfaceMemory {
  get(key: string): Promise<string | undefined>;
  /** Durable when it resolves. */
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}
