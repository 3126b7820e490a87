/** By which people ask to hear an answer, in the languages that they write in: whole words, in this order. */
export const SPEAK_PHRASES: Readonly<Record<string, string>> = {
  en:
    "tell me, read me, read that, read this, read it, say that, say it, speak, " +
    "speak to me, read out loud, read aloud, say out loud",
  de:
    "sag mir, sag's mir, sag es mir, sage mir, erzähl mir, erzähle mir, lies mir, " +
    "lies vor, lies das vor, lies es vor, lies mir vor, lies das, lies es, sprich, " +
    "sprich mit mir, sag das, sag es, sag's, vorlesen, liest du mir",
  es:
    "dime, dímelo, cuéntame, cuéntamelo, léeme, léemelo, lee esto, lee eso, léelo, " +
    "léela, dilo, di eso, háblame, habla conmigo, en voz alta",
  fr:
    "dis moi, dis le moi, dites moi, raconte moi, lis moi, lis le moi, lis ça, lis cela, " +
    "lis ceci, lis le, lis la, dis ça, dis le, parle moi, à voix haute",
  it:
    "dimmi, dimmelo, raccontami, leggimi, leggimelo, leggi questo, leggi quello, " +
    "leggilo, leggila, dillo, di' questo, parlami, parla con me, ad alta voce",
  pt:
    "diga me, diz me, me diga, me diz, me conta, conta me, me conte, leia para mim, " +
    "lê para mim, me leia, lê isso, leia isso, leia isto, lê isto, diga isso, diz isso, " +
    "diz isto, fala comigo, fale comigo, em voz alta",
  ru:
    "скажи мне, скажи это, скажи вслух, расскажи мне, расскажи, прочитай мне, " +
    "прочти мне, прочитай это, прочти это, почитай мне, зачитай, озвучь, озвучи, " +
    "поговори со мной, говори со мной, вслух",
  uk:
    "скажи мені, скажи це, розкажи мені, розкажи, прочитай мені, прочитай це, " +
    "почитай мені, зачитай, озвуч, поговори зі мною, говори зі мною, вголос, уголос",
  nl:
    "vertel me, vertel mij, vertel het me, zeg me, zeg het, zeg dat, zeg dit, lees me, " +
    "lees mij, lees voor, lees het voor, lees dit, lees dat, lees het, spreek, " +
    "praat tegen me, praat met me, hardop",
  pl:
    "powiedz mi, powiedz to, opowiedz mi, przeczytaj mi, przeczytaj to, czytaj mi, " +
    "odczytaj, porozmawiaj ze mną, mów do mnie, na głos",
  tr:
    "söyle bana, bana söyle, anlat bana, bana anlat, bana oku, oku bana, şunu oku, " +
    "bunu oku, onu oku, bunu söyle, şunu söyle, benimle konuş, sesli oku, sesli söyle",
  cs: "řekni mi, řekni to, pověz mi, přečti mi, přečti to, mluv se mnou, nahlas",
  sv:
    "berätta för mig, säg mig, säg det, läs för mig, läs det, läs det här, läs upp, " +
    "prata med mig, högt för mig",
  ro:
    "spune mi, povestește mi, citește mi, citește asta, spune asta, vorbește cu mine, " +
    "cu voce tare",
  ar: "قل لي, أخبرني, اقرأ لي, اقرأ هذا, تحدث معي, تكلم معي, بصوت عال",
  hi: "मुझे बताओ, मुझे बताइए, पढ़कर सुनाओ, पढ़ कर सुनाओ, मुझसे बात करो, बोलकर बताओ",
  zh: "告诉我, 告訴我, 念给我听, 唸給我聽, 读给我听, 讀給我聽, 说给我听, 跟我说话",
  ja: "教えて, 読んで, 読み上げて, 話しかけて, 声に出して, 音読して",
  ko: "말해줘, 말해 줘, 읽어줘, 읽어 줘, 들려줘, 들려 줘, 소리 내어",
};
