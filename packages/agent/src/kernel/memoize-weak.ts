/** Returns a cached `make` for objects that are looked at again and again, and never change. */
export function memoizeWeak<Key extends object, Made extends number | object>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  return (key) => {
    const there = known.get(key);
    if (there !== undefined) return there;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
