import type { IntentWords } from "../intent.ts";

/** Turkish. */
export const tr: IntentWords = {
  email: ["e-posta*", "eposta*", "email*", "mail*", "gelen kutu*", "bülten*"],
  calendar: ["takvim*", "randevu*", "etkinlik*", "müsait*", "boş saat*", "ajanda*"],
  meetings: ["toplantı*", "tutanak*", "katılımcı*", "görüşme notu*"],
  reminders: ["hatırlat*", "anımsat*", "uyandır*", "alarm*", "unutturma"],
  tasks: ["görev*", "yapılacak*", "son tarih*", "gecik*", "iş listesi*"],
  notes: ["not", "notlar*", "notu", "notum*", "not al*", "deftere*"],
  memory: ["aklında tut*", "hatırlıyor*", "hafıza*", "hatırla", "unut", "hakkımda ne bil*"],
  journal: ["günlük kayd*", "işlem günlüğü", "günlüğe*", "kazanç*", "zarar*", "kâr*"],
  files: ["dosya*", "klasör*", "dizin*", "belge*", "pdf", "tablo*", "çalışma alanı*", "yeniden adlandır*", "disk alanı*"],
  media: ["fotoğraf*", "foto", "resim*", "resmi*", "görsel*", "ekran görüntüsü*", "video*", "sesli mesaj*", "ses kaydı*", "deşifre*", "çıkartma*", "sticker*", "gif"],
  web: ["web*", "internet*", "url", "link*", "bağlantı*", "google*", "https", "http", "çevrimiçi ara*"],
  news: ["haber*", "manşet*", "basın*", "rss", "gündem*"],
  github: ["github*", "depo", "depoda*", "repo*", "pull request*", "issue*", "commit*", "kod inceleme*"],
  telegram: ["telegram*", "sohbet*", "kanal*", "grup*", "grub*", "mesaj*", "anket*", "sabitle*", "ilet", "kullanıcı adı*", "hediye*", "yıldız*", "hikaye*"],
  ton: ["toncoin*", "ton", "cüzdan*", "jetton*", "token*", "nft*", "takas*", "swap*", "blokzincir*", "blockchain*", "kripto*", "havale*", "bakiye*", "alan adı*", "açık artırma*", "müzayede*"],
  utility: ["hava durumu*", "hava nasıl*", "yağmur*", "sıcaklık*", "hesapla*", "kaç eder*", "çevir", "yüzde*", "saat kaç", "saat dilimi*"],
  system: ["sunucu*", "terminal*", "komut*", "kur", "yükle", "paket*", "docker", "yeniden başlat*", "süreç*", "betik*", "script*"],
};
