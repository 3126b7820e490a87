/** `@mtcute/node` imports it at start and opens it only for its own file sessions, which nobody here uses. */
module.exports = function Database() {
  throw new Error("better-sqlite3 is left out; give mtcute a storage of its own");
};
