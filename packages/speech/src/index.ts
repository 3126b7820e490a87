export { demuxOgg, isOggOpus, measureOgg } from "./demux-ogg.ts";
export { demuxWebm, measureWebm } from "./demux-webm.ts";
export { drawWaveform } from "./draw-waveform.ts";
export { encodeOpus } from "./encode-opus.ts";
export { AudioError } from "./error.ts";
export { type AudioKind, findAudioKind, MEDIA_TYPES } from "./find-audio-kind.ts";
export { muxOgg } from "./mux-ogg.ts";
export { joinStreams, type OpusLength, type OpusStream, secondsOf } from "./opus-stream.ts";
export { readWav } from "./read-wav.ts";
