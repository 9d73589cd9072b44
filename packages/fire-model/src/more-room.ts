/** Copies a typed array to the beginning of a larger one of the same kind. @returns the larger one */
export function moved<T extends Float32Array | Int32Array | Uint8Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
