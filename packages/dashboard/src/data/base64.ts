/** The content of a file in base64, without a prefix. */
export async function toBase64(file: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : ""),
    );
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file is gone.")));
  });
  reader.readAsDataURL(file);
  const url = await read;
  return url.slice(url.indexOf(",") + 1);
}
