// Runs before everything else. It is a file of its own because the content security policy forbids inline scripts.

// The policy also forbids compiled code. zod reads this when the first schema is created.
globalThis.__zod_globalConfig = { jitless: true };

// A chosen theme applies before the first paint.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is blocked: the system's theme applies.
}
