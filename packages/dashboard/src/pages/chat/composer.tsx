import type { OutgoingFile } from "@reeve/client/chats";
import { ArrowUp, Mic, Paperclip, Square, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useState } from "react";
import { Button, FileTrigger, TextArea, TextField } from "react-aria-components";
import { toBase64 } from "../../data/base64.ts";
import { useTexts } from "../../data/texts.ts";
import type english from "./texts/en.json";
import { useRecorder } from "./use-recorder.ts";

interface ComposerProps {
  readonly chat: string;
  readonly isWriting: boolean;
  readonly onSend: (text: string, files: readonly OutgoingFile[]) => void;
  readonly onStop: () => void;
}

/** The field for the next message. What was typed outlives a reload. */
export function Composer({ chat, isWriting, onSend, onStop }: ComposerProps) {
  const t = useTexts<typeof english>("chat");
  const draft = `draft:${chat}`;
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? "");
  const [files, setFiles] = useState<readonly OutgoingFile[]>([]);
  const recorder = useRecorder((voice) => onSend("", [voice]));

  useEffect(() => sessionStorage.setItem(draft, text), [draft, text]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (text.trim() === "" && files.length === 0) return;
    onSend(text.trim(), files);
    setText("");
    setFiles([]);
  }

  function onKeyDown(event: KeyboardEvent) {
    // `isComposing`: Enter also ends a word in Japanese or Chinese input.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }

  async function attach(chosen: FileList | null) {
    for (const file of chosen ?? []) {
      const data = await toBase64(file);
      setFiles((all) => [...all, { name: file.name, mediaType: file.type, data }]);
    }
  }

  const isEmpty = text.trim() === "" && files.length === 0;
  return (
    <form className="composer" onSubmit={submit}>
      {files.length > 0 && (
        <ul className="attached">
          {files.map((file) => (
            <li key={file.name}>
              {file.name}
              <Button
                className="quiet small"
                aria-label={t("detach", { name: file.name })}
                onPress={() => setFiles(files.filter((one) => one !== file))}
              >
                <X size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FileTrigger allowsMultiple onSelect={(chosen) => void attach(chosen)}>
        <Button className="quiet square" aria-label={t("attach")}>
          <Paperclip size={18} aria-hidden />
        </Button>
      </FileTrigger>
      {recorder.isSupported && (
        <Button
          className={recorder.isRecording ? "button square recording" : "quiet square"}
          aria-label={t(recorder.isRecording ? "stopRecording" : "record")}
          onPress={recorder.toggle}
        >
          {recorder.isRecording ? <Square size={14} aria-hidden /> : <Mic size={18} aria-hidden />}
        </Button>
      )}
      <TextField
        className="composer-field"
        aria-label={t("compose")}
        value={text}
        onChange={setText}
      >
        <TextArea rows={1} placeholder={t("placeholder")} title={t("hint")} onKeyDown={onKeyDown} />
      </TextField>
      {isWriting && (
        <Button className="button square" aria-label={t("stop")} onPress={onStop}>
          <Square size={14} fill="currentColor" aria-hidden />
        </Button>
      )}
      {(!isWriting || !isEmpty) && (
        <Button
          className="button primary square"
          type="submit"
          aria-label={t("send")}
          isDisabled={isEmpty}
        >
          <ArrowUp size={18} aria-hidden />
        </Button>
      )}
    </form>
  );
}
