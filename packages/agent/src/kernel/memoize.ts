/** What `make` makes of a key, made once: a format of `Intl` takes some fifty times as long to make as to use. For few keys: none is let go. */
export function memoize<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}
