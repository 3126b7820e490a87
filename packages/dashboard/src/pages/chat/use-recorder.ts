import type { OutgoingFile } from "@reeve/client/chats";
import { useRef, useState } from "react";
import { toBase64 } from "../../data/base64.ts";

export interface Recorder {
  /** False where the browser has no microphone for this page: it needs https, or this machine. */
  readonly isSupported: boolean;
  readonly isRecording: boolean;
  /** Starts a recording, or ends it and delivers it. */
  readonly toggle: () => void;
}

/** Records a voice message. */
export function useRecorder(onRecorded: (voice: OutgoingFile) => void): Recorder {
  const [isRecording, setRecording] = useState(false);
  const running = useRef<MediaRecorder>(undefined);
  const isSupported = "mediaDevices" in navigator && "MediaRecorder" in globalThis;

  async function start() {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const recorder = new MediaRecorder(stream);
    const pieces: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    recorder.addEventListener("stop", () => {
      for (const track of stream.getTracks()) track.stop();
      const [mediaType = "audio/webm"] = recorder.mimeType.split(";");
      const recorded = new Blob(pieces, { type: mediaType });
      const name = `voice.${mediaType.split("/")[1] ?? "webm"}`;
      void toBase64(recorded).then((data) => onRecorded({ name, mediaType, data, voice: true }));
    });
    recorder.start();
    running.current = recorder;
    setRecording(true);
  }

  function toggle() {
    if (isRecording) {
      running.current?.stop();
      setRecording(false);
    } else void start().catch(() => setRecording(false));
  }
  return { isSupported, isRecording, toggle };
}
