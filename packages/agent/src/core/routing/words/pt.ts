import type { IntentWords } from "../intent.ts";

/** Portuguese. */
export const pt: IntentWords = {
  email: ["email*", "e-mail*", "mail", "correio*", "caixa de entrada", "assunto do email"],
  calendar: ["calendário*", "agenda*", "compromisso*", "evento*", "horário livre", "estou livre", "disponibilidade*"],
  meetings: ["reunião*", "reuniões", "ata da", "ata de", "participantes", "transcrição*"],
  reminders: ["lembre-me", "me lembre", "me lembra", "lembra-me", "lembrete*", "acorda-me", "me acorde", "alarme*", "avisa-me", "me avise"],
  tasks: ["tarefa*", "pendência*", "pendente*", "a fazer", "prazo*", "atrasad*"],
  notes: ["nota", "notas", "anota*", "aponta*", "caderno*", "bloco de notas"],
  memory: ["memória*", "lembre-se que", "lembra-te que", "você lembra", "lembras-te", "esqueça", "esquece", "o que sabe sobre"],
  journal: ["diário de trades", "diário de operações", "registro de operações", "lucro*", "prejuízo*", "taxa de acerto"],
  files: ["arquivo*", "ficheiro*", "pasta*", "diretório*", "documento*", "pdf", "planilha*", "espaço de trabalho", "renomea*", "espaço em disco"],
  media: ["foto*", "imagem*", "imagens", "captura*", "vídeo*", "mensagem de voz", "nota de voz", "áudio*", "transcrev*", "figurinha*", "autocolante*", "sticker*", "gif"],
  web: ["site", "sites", "página web", "internet", "url", "link", "links", "google*", "https", "http", "pesquisa online", "na web"],
  news: ["notícia*", "manchete*", "imprensa", "rss", "feed", "novidades"],
  github: ["github", "repositório*", "repo", "repos", "pull request*", "issue", "issues", "commit*", "revisão de código"],
  telegram: ["telegram", "chat", "chats", "conversa*", "canal", "canais", "grupo*", "mensagem*", "mensagens", "enquete*", "sondagem*", "fixa*", "encaminh*", "nome de usuário", "presente*", "estrelas", "story"],
  ton: ["toncoin*", "carteira*", "wallet*", "jetton*", "token*", "nft*", "troca*", "swap*", "blockchain*", "cripto*", "transferência*", "transação", "transações", "saldo*", "domínio*", "leilão", "leilões"],
  utility: ["previsão do tempo", "clima", "chover*", "chove", "temperatura*", "calcul*", "quanto é", "convert*", "por cento", "porcentage*", "que horas", "fuso horário"],
  system: ["servidor*", "terminal", "comando*", "instala*", "pacote*", "docker", "reinici*", "processo*", "script*"],
};
