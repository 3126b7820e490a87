/**
 * Returns a cached `make`: each key's value is created once, because an `Intl` format takes some fifty times
 * as long to create as to use. For few keys: entries are never dropped.
 */
export function memoize<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}
