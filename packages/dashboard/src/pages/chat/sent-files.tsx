import type { HistoryMessage } from "@reeve/operations/work/sessions";
import { FileText } from "lucide-react";

interface SentFilesProps {
  readonly chat: string;
  readonly message: HistoryMessage;
}

/** The files of a message: pictures are shown, others are downloaded. */
export function SentFiles({ chat, message: { order, files } }: SentFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="sent-files">
      {files.map(({ name, mediaType }, index) => {
        const address = `/v1/sessions/${encodeURIComponent(chat)}/messages/${order}/files/${index}`;
        const isPicture = mediaType.startsWith("image/") && mediaType !== "image/svg+xml";
        return (
          <li key={address}>
            <a href={address} download={name}>
              {isPicture ? (
                <img src={address} alt={name} loading="lazy" />
              ) : (
                <>
                  <FileText size={16} aria-hidden />
                  {name}
                </>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
