// Deterministic synthetic corpus + fast bag-of-words embedder (384-d unit vectors).
// No dependencies: reuse verbatim for the competitor's side of the comparison.
export const DIMS = 384;
const NCHATS = 200;
const SYL =
  "ba be bi bo bu da de di do du fa fe fi fo ga ge gi go ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo za ze zi zo".split(
    " ",
  );
function rng(seed) {
  // mulberry32
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const VOCAB_N = 20000;
const VOCAB = (() => {
  const r = rng(42),
    s = new Set();
  while (s.size < VOCAB_N) {
    const n = 2 + Math.floor(r() * 3);
    let w = "";
    for (let i = 0; i < n; i++) w += SYL[Math.floor(r() * SYL.length)];
    s.add(w);
  }
  return [...s];
})();
// Zipf(1.0) by inverse CDF
const CDF = (() => {
  const c = new Float64Array(VOCAB_N);
  let t = 0;
  for (let i = 0; i < VOCAB_N; i++) {
    t += 1 / (i + 10);
    c[i] = t;
  }
  for (let i = 0; i < VOCAB_N; i++) c[i] /= t;
  return c;
})();
function zipf(u) {
  let lo = 0,
    hi = VOCAB_N - 1;
  while (lo < hi) {
    const m = (lo + hi) >> 1;
    if (CDF[m] < u) lo = m + 1;
    else hi = m;
  }
  return lo;
}
function words(seed, min, max) {
  const r = rng(seed);
  const n = min + Math.floor(r() * (max - min + 1));
  const out = [];
  for (let i = 0; i < n; i++) out.push(VOCAB[zipf(r())]);
  return out;
}
/** feed message i: 6..24 words (~90 chars) */
export function feedMessage(i) {
  return {
    id: 1_000_000 + i,
    chatId: String(7_000_000 + (i % NCHATS)),
    senderId: 5_000_000 + (i % 997),
    text: words(i * 2654435761, 6, 24).join(" "),
    timestamp: 1_760_000_000 + i,
  };
}
/** query q against N feed messages: 3 words out of a known message (so keyword search has hits) */
export function feedQuery(q, N) {
  const r = rng(900_000 + q);
  const target = Math.floor(r() * N);
  const m = feedMessage(target);
  const w = [...new Set(m.text.split(" "))];
  const pick = [];
  for (let i = 0; i < 3 && w.length; i++) pick.push(w.splice(Math.floor(r() * w.length), 1)[0]);
  return { target: m, query: pick.join(" ") };
}
// --- embedder: normalised sum of per-word pseudo-random vectors
// EMBED_BIAS adds a common component: unrelated texts then have cos ~ BIAS^2/(1+BIAS^2), as real sentence embedders do
const BIAS = Number(globalThis.process?.env?.EMBED_BIAS ?? 0);
const cache = new Map();
function hash32(s) {
  let h = 2166136261;
  for (let i = 0; i < s.length; i++) {
    h ^= s.charCodeAt(i);
    h = Math.imul(h, 16777619);
  }
  return h >>> 0;
}
function wordVec(w) {
  let v = cache.get(w);
  if (v) return v;
  const r = rng(hash32(w));
  v = new Float32Array(DIMS);
  for (let i = 0; i < DIMS; i++) v[i] = r() + r() + r() + r() - 2;
  if (cache.size < 50000) cache.set(w, v);
  return v;
}
export function embed(text) {
  const acc = new Float64Array(DIMS);
  const ws = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  let n = 0;
  for (const w of ws) {
    if (!w) continue;
    n++;
    const v = wordVec(w);
    for (let i = 0; i < DIMS; i++) acc[i] += v[i];
  }
  if (!n) {
    acc[0] = 1;
  }
  let s = 0;
  for (let i = 0; i < DIMS; i++) s += acc[i] * acc[i];
  s = 1 / Math.sqrt(s || 1);
  if (BIAS > 0) {
    const b = wordVec("\u0000bias");
    let nb = 0;
    for (let i = 0; i < DIMS; i++) nb += b[i] * b[i];
    nb = 1 / Math.sqrt(nb);
    let s2 = 0;
    for (let i = 0; i < DIMS; i++) {
      acc[i] = acc[i] * s + BIAS * b[i] * nb;
      s2 += acc[i] * acc[i];
    }
    s = 1 / Math.sqrt(s2);
  }
  const out = [];
  for (let i = 0; i < DIMS; i++) out[i] = acc[i] * s;
  return out;
}
