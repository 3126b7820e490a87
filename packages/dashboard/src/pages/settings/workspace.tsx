import { type FileEntry, files } from "@reeve/operations/memory/files";
import { File, Folder, Upload } from "lucide-react";
import { useState } from "react";
import { Button, FileTrigger } from "react-aria-components";
import { hrefOf, useAddress, useField } from "../../data/address.ts";
import { ask, useAsk, useChange } from "../../data/agent.ts";
import { toBase64 } from "../../data/base64.ts";
import { useFormats } from "../../data/formats.ts";
import { useTexts } from "../../data/texts.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { QueryResult, Empty, FailedLine } from "../../ui/states.tsx";
import type english from "./texts/en.json";

const MAX_BYTES = 16_777_216;

/** The folders and files that the agent and its owner share. */
export function Workspace() {
  const t = useTexts<typeof english>("settings");
  const { path } = useAddress();
  const [folder] = useField("folder", "");
  const [file] = useField("file", "");
  const query = useAsk(files.list, { path: folder, limit: 200 });
  const write = useChange(files.write);
  const linkTo = (fields: Readonly<Record<string, string>>) =>
    hrefOf(path, { tab: "workspace", ...fields });
  const parents = folder.split("/").filter(Boolean);
  async function upload(chosen: FileList | null) {
    for (const one of chosen ?? []) {
      const content = await toBase64(one);
      const target = [folder || "uploads", one.name].join("/");
      await write.mutateAsync({ path: target, content, encoding: "base64" });
    }
  }
  return (
    <section className="card">
      <header className="card-head">
        <nav className="crumbs" aria-label={t("workspace")}>
          <a href={linkTo({ folder: "" })}>{t("workspace")}</a>
          {parents.map((name, index) => (
            <a key={name} href={linkTo({ folder: parents.slice(0, index + 1).join("/") })}>
              {name}
            </a>
          ))}
        </nav>
        <FileTrigger allowsMultiple onSelect={(chosen) => void upload(chosen)}>
          <Button className="button">
            <Upload size={16} aria-hidden />
            {t("upload")}
          </Button>
        </FileTrigger>
      </header>
      <FailedLine error={write.error} />
      {file === "" ? (
        <QueryResult query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={t("folderEmpty")} hint={t("folderEmptyHint")} />
            ) : (
              <ul className="lines">
                {items.map((entry) => (
                  <Entry key={entry.path} entry={entry} linkTo={linkTo} folder={folder} />
                ))}
              </ul>
            )
          }
        </QueryResult>
      ) : (
        <Preview file={file} />
      )}
    </section>
  );
}

interface EntryProps {
  readonly entry: FileEntry;
  readonly folder: string;
  readonly linkTo: (fields: Readonly<Record<string, string>>) => string;
}

function Entry({ entry, folder, linkTo }: EntryProps) {
  const { bytes, time } = useFormats();
  const isFolder = entry.kind === "directory";
  const Icon = isFolder ? Folder : File;
  const name = entry.path.split("/").at(-1);
  return (
    <li>
      <Icon size={16} aria-hidden />
      <a href={linkTo(isFolder ? { folder: entry.path } : { folder, file: entry.path })}>{name}</a>
      <span className="meta end">
        {isFolder ? "" : `${bytes(entry.bytes)} · `}
        {time(entry.modifiedAt)}
      </span>
    </li>
  );
}

const PICTURES = /\.(?:png|jpe?g|gif|webp)$/i;

/** A file's text or picture, and its download. */
function Preview({ file }: { readonly file: string }) {
  const t = useTexts<typeof english>("settings");
  const isPicture = PICTURES.test(file);
  const text = useAsk(files.read, { path: file }, { isEnabled: !isPicture });
  const remove = useChange(files.delete);
  const [isRemoved, setRemoved] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  async function download() {
    try {
      const { content } = await ask(files.read, {
        path: file,
        encoding: "base64",
        maxBytes: MAX_BYTES,
      });
      save(file.split("/").at(-1) ?? file, content);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
  }
  if (isRemoved) return <p role="status">{t("fileDeleted")}</p>;
  return (
    <>
      <h2>{file}</h2>
      <div className="inline-form">
        <BusyButton onPress={() => void download()}>{t("download")}</BusyButton>
        <BusyButton
          isPending={remove.isPending}
          onPress={() => remove.mutate({ path: file }, { onSuccess: () => setRemoved(true) })}
        >
          {t("delete")}
        </BusyButton>
      </div>
      <FailedLine error={failure ?? remove.error} />
      {isPicture ? (
        <img
          className="picture"
          src={`/v1/files/raw?path=${encodeURIComponent(file)}`}
          alt={file}
        />
      ) : text.isError ? (
        <p className="hint">{t("notText")}</p>
      ) : (
        <pre className="file-text" tabIndex={0}>
          {text.data?.content}
        </pre>
      )}
    </>
  );
}

function save(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  const url = URL.createObjectURL(new Blob([bytes]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
