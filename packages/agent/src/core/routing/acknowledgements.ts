/**
 * What people say to end an exchange rather than to ask for something: assent,
 * thanks, greetings, laughter. The phrases of a language are separated by `|`.
 */
export const acknowledgements = {
  everywhere:
    "ok|okay|okey|okk|k|kk|oki|okie|lol|lmao|rofl|haha|hahaha|hehe|xd|hm|hmm|mhm|oh|ah|aha" +
    "|wow|bravo|ciao|hi|hello|hey",
  en:
    "yes|yeah|yep|yup|ya|no|nope|nah|sure|of course|right|fine|good|great|nice|cool|awesome" +
    "|perfect|excellent|amazing|thanks|thank you|thank you so much|thanks a lot|many thanks" +
    "|thx|ty|tysm|cheers|got it|i see|understood|noted|alright|all right|sounds good" +
    "|good to know|well done|good job|no problem|np|you too|bye|goodbye|see you|see ya" +
    "|good night|good morning|good evening|never mind|nvm|done|very|so much|much|appreciated" +
    "|welcome",
  de:
    "ja|jo|jep|jup|nein|nö|nee|danke|danke dir|danke schön|dankeschön|vielen dank|besten dank" +
    "|bitte|alles klar|klar|gut|sehr gut|super|prima|toll|perfekt|genau|passt|verstanden" +
    "|in ordnung|schön|stimmt|kein problem|gerne|hallo|tschüss|bis später|bis dann|gute nacht" +
    "|guten morgen|guten tag|guten abend|moin|na gut|schon gut|egal",
  fr:
    "oui|ouais|non|merci|merci beaucoup|merci bien|d'accord|entendu|compris|parfait|super" +
    "|génial|très bien|bien|ça marche|ça va|bien sûr|de rien|pas de problème|bonjour|bonsoir" +
    "|salut|au revoir|bonne nuit|bonne journée|à plus|mdr|ptdr|nickel|top",
  es:
    "sí|no|vale|gracias|muchas gracias|mil gracias|de acuerdo|entendido|perfecto|genial|bien" +
    "|muy bien|bueno|claro|por supuesto|de nada|listo|hola|buenos días|buenas tardes" +
    "|buenas noches|buenas|adiós|hasta luego|jaja|jajaja|estupendo|guay",
  it:
    "sì|no|grazie|grazie mille|molte grazie|va bene|d'accordo|capito|perfetto|ottimo|bene" +
    "|molto bene|certo|prego|di niente|buongiorno|buonasera|buonanotte|arrivederci|a dopo" +
    "|fantastico|benissimo|figurati|nessun problema",
  pt:
    "sim|não|obrigado|obrigada|muito obrigado|muito obrigada|valeu|tá|tá bom|tudo bem|beleza" +
    "|certo|entendi|entendido|perfeito|ótimo|legal|bom|muito bem|claro|de nada|olá|oi|bom dia" +
    "|boa tarde|boa noite|tchau|até logo|kkk|kkkk|rs|fixe",
  ru:
    "да|ага|угу|нет|не|ок|окей|хорошо|ладно|спасибо|спасибо большое|большое спасибо|спс|пасиб" +
    "|благодарю|понял|поняла|понятно|ясно|отлично|супер|класс|круто|здорово|прекрасно" +
    "|договорились|конечно|точно|верно|пожалуйста|не за что|привет|здравствуйте|доброе утро" +
    "|добрый день|добрый вечер|спокойной ночи|пока|до свидания|ахах|ахаха|хаха|лол|норм" +
    "|принято|давай",
  uk:
    "так|ага|ні|добре|гаразд|дякую|дуже дякую|щиро дякую|дяки|зрозумів|зрозуміла|зрозуміло" +
    "|ясно|чудово|супер|клас|круто|звісно|точно|будь ласка|нема за що|привіт|вітаю" +
    "|доброго ранку|добрий день|добрий вечір|на добраніч|бувай|до побачення",
  pl:
    "tak|nie|dzięki|dziękuję|dziękuję bardzo|wielkie dzięki|dobrze|dobra|okej|jasne|pewnie" +
    "|rozumiem|zrozumiano|świetnie|super|idealnie|fajnie|spoko|proszę|nie ma za co|cześć|hej" +
    "|dzień dobry|dobry wieczór|dobranoc|pa|do widzenia|na razie",
  tr:
    "evet|hayır|yok|tamam|tamamdır|peki|olur|teşekkürler|teşekkür ederim|çok teşekkürler" +
    "|sağ ol|sağol|sağ olun|anladım|anlaşıldı|harika|süper|mükemmel|güzel|çok güzel|iyi" +
    "|elbette|tabii|rica ederim|merhaba|selam|günaydın|iyi akşamlar|iyi geceler|görüşürüz" +
    "|hoşça kal|eyvallah",
  ar:
    "نعم|أجل|ايوه|لا|حسنا|حسناً|تمام|طيب|ماشي|شكرا|شكراً|شكرا جزيلا|شكرا لك|ألف شكر|مشكور|جيد" +
    "|ممتاز|رائع|فهمت|مفهوم|عفوا|أكيد|بالطبع|مرحبا|أهلا|السلام عليكم|صباح الخير|مساء الخير" +
    "|تصبح على خير|مع السلامة|ههه|هههه|أوكي|اوك",
  zh:
    "好|好的|好吧|行|可以|是|是的|对|对的|不|不是|不用|嗯|哦|噢|啊|哈|嘿|谢|谢谢|谢谢你|謝謝|多谢|感谢|非常感谢|明白|明白了|知道了|收到|了解|没问题" +
    "|沒問題|没事|不客气|太好了|很好|不错|厉害|棒|太棒了|完美|你好|您好|早上好|早|晚上好|晚安|再见|再見|拜拜|當然|当然|辛苦了|了|吧|呢|呀",
  ja:
    "はい|うん|ええ|いいえ|いや|わかった|わかりました|分かった|分かりました|了解|了解です|了解しました|承知しました|かしこまりました|ありがとう|ありがとうございます" +
    "|ありがとうございました|どうも|オッケー|オーケー|おけ|いいね|いいよ|大丈夫|大丈夫です|すごい|素晴らしい|最高|完璧|なるほど|そうです|そうですね|そうだね" +
    "|どういたしまして|こんにちは|おはよう|おはようございます|こんばんは|おやすみ|おやすみなさい|さようなら|またね|じゃあね|お疲れ様|お疲れ様です|笑|ね|よ",
} as const;
