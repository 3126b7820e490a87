import { defineTool } from "@reeve/sdk";
import { z } from "zod";

/** Says how the machine is doing. */
export const execStatus = defineTool({
  name: "exec_status",
  summary:
    "Get the state of the host machine: free disk space, memory, load, uptime, operating system and number of CPUs. " +
    "Use it for the health of the server; for one of its services, use exec_service.",
  effect: "read",
  scope: "admin-only",
  access: "owner",
  resultOrigin: "services",
  needs: ["machine"],
  utterances: [
    "how's the server doing?",
    "are we running out of disk?",
    "How much RAM is left on the box?",
    "since when has the machine been up",
    "everything feels slow, what's the CPU load?",
    "Quanto spazio libero c'è sul disco del server?",
    "ما حالة الخادم والذاكرة المتاحة؟",
    "Wie ausgelastet ist der Rechner gerade?",
    "Сколько места осталось на диске сервера?",
    "¿Cuánto lleva encendida la máquina y cómo va de memoria?",
    "服务器现在负载高不高?",
  ],
  params: z.object({}),

  run: (_params, { machine }) => machine.status(),
});
