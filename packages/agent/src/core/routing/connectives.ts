/**
 * Words with which people join one thing to do to the next. The phrases of a language are
 * separated by `|`.
 */
export const connectives = {
  en:
    "and then|then|after that|afterwards|after this|also|and also|once that is done|once done" +
    "|when done|when that is done|next|finally|as well as|followed by",
  de:
    "und dann|dann|danach|anschließend|außerdem|und auch|im anschluss|wenn das erledigt ist" +
    "|zum schluss|schließlich|daraufhin",
  fr:
    "et puis|puis|ensuite|et ensuite|après ça|après cela|et aussi|aussi|également|enfin" +
    "|une fois fait|pour finir",
  es:
    "y luego|luego|y después|después|después de eso|a continuación|y también|también|además" +
    "|por último|finalmente",
  it: "e poi|poi|dopo di che|dopodiché|e anche|anche|inoltre|quindi|infine|in seguito",
  pt:
    "e depois|depois|depois disso|em seguida|e então|então|e também|também|além disso" +
    "|por fim|finalmente",
  ru:
    "а потом|и потом|потом|затем|а затем|после этого|после чего|также|а также|ещё|и ещё" +
    "|наконец|далее",
  uk: "а потім|і потім|потім|після цього|після чого|також|а також|ще|і ще|нарешті|далі|відтак",
  pl: "a potem|i potem|potem|następnie|a następnie|po czym|po tym|także|również|oraz|na koniec",
  tr: "ve sonra|sonra|ardından|daha sonra|ondan sonra|ayrıca|bir de|son olarak|sonrasında",
  ar: "ثم|وبعد ذلك|بعد ذلك|وبعدها|بعدها|وأيضا|أيضا|كذلك|وأخيرا|أخيرا",
  zh: "然后|然後|接着|接著|之后|之後|并且|並且|还要|還要|同时|同時|最后|最後|随后",
  ja: "それから|その後|そして|次に|さらに|また|最後に|してから|たあとで|た後で",
} as const;
