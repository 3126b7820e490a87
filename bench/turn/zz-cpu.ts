import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSqlite } from "../../packages/agent/src/store/sqlite/open.ts";
import { openBench } from "./open-bench.ts";
const home = await mkdtemp(path.join(tmpdir(), "zz-"));
await using store = await openSqlite(path.join(home, "reeve.db"), { synchronous: "full" });
await using bench = openBench({ store, channel: "scripted" });
let n=0; const go = async (k:number) => { for (let i=0;i<k;i++) { n++; await bench.turn(`place-${n%10}`, `What is a reeve? Look it up, please (${n}).`); } };
await go(300);
const costs:number[]=[]; const all=process.cpuUsage(); for (let i=0;i<700;i++) { const b=process.cpuUsage(); await go(1); const c=process.cpuUsage(b); costs.push((c.user+c.system)/1000); }
const t=process.cpuUsage(all); costs.sort((a,b)=>a-b);
const b0=process.cpuUsage(); for (let i=0;i<25;i++) await bench.crowd(`c${i}`); const c0=process.cpuUsage(b0);
console.log(process.env.ZZ ?? "base", "p50", costs[350].toFixed(2), "p10", costs[70].toFixed(2), "mean", ((t.user+t.system)/700000).toFixed(2), "user", (t.user/700000).toFixed(2),"sys", (t.system/700000).toFixed(2), "crowd", (1250/((c0.user+c0.system)/1e6)).toFixed(0));
process.exit();
