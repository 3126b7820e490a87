/** A vector as 16-bit floats. What is lost moves a similarity by less than a thousandth. */
export function toHalf(vector: Float32Array): Uint8Array {
  return new Uint8Array(Float16Array.from(vector).buffer);
}

/** What `toHalf` wrote, as the database gave it back. */
export function fromHalf(bytes: Uint8Array): Float32Array {
  // Drivers hand out parts of larger buffers, at odd chats.
  return Float32Array.from(new Float16Array(Uint8Array.from(bytes).buffer));
}
