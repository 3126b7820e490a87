import type { IntentWords } from "../intent.ts";

/** Spanish. */
export const es: IntentWords = {
  email: ["correo*", "email*", "e-mail*", "mail", "bandeja de entrada", "asunto del correo"],
  calendar: ["calendario*", "agenda*", "cita", "citas", "evento*", "hueco libre", "estoy libre", "disponibilidad*"],
  meetings: ["reunión*", "reuniones", "acta", "actas", "asistentes", "transcripción*"],
  reminders: ["recuérda*", "recordatorio*", "avísame", "despiért*", "alarma*", "que no se me olvide"],
  tasks: ["tarea*", "pendiente*", "por hacer", "todo list", "fecha límite", "vencid*", "plazo*"],
  notes: ["nota", "notas", "apunta*", "anota*", "apunte*", "cuaderno*"],
  memory: ["memoria*", "recuerda que", "recuerdas", "te acuerdas", "acuérdate", "olvida", "qué sabes de"],
  journal: ["diario de operaciones", "diario de trading", "bitácora*", "ganancia*", "pérdida*", "tasa de acierto*"],
  files: ["archivo*", "fichero*", "carpeta*", "directorio*", "documento*", "pdf", "hoja de cálculo", "espacio de trabajo", "renombra*", "espacio en disco"],
  media: ["foto*", "imagen*", "imágenes", "captura*", "vídeo*", "nota de voz", "mensaje de voz", "audio*", "transcrib*", "pegatina*", "sticker*", "gif"],
  web: ["página web", "sitio web", "web", "internet", "url", "enlace*", "google*", "https", "http", "busca en línea"],
  news: ["noticia*", "titular*", "prensa", "rss", "feed", "actualidad"],
  github: ["github", "repositorio*", "repo", "repos", "pull request*", "issue", "issues", "incidencia*", "commit*", "revisión de código"],
  telegram: ["telegram", "chat", "chats", "canal", "canales", "grupo*", "mensaje*", "encuesta*", "fija el", "fijar", "reenvía*", "reenvia*", "nombre de usuario", "regalo*", "estrellas", "historia"],
  ton: ["toncoin*", "cartera*", "monedero*", "billetera*", "wallet*", "jetton*", "token*", "nft*", "intercambi*", "swap*", "blockchain*", "cripto*", "transferencia*", "transacción*", "saldo*", "dominio*", "subasta*"],
  utility: ["tiempo hace", "el clima", "pronóstico*", "llover*", "llueve", "temperatura*", "calcula*", "cuánto es", "convierte*", "convertir", "por ciento", "porcentaje*", "qué hora", "zona horaria"],
  system: ["servidor*", "terminal", "comando*", "instala*", "paquete*", "docker", "reinicia*", "proceso*", "script*"],
};
