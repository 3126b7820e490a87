import { Search } from "lucide-react";
import { useState } from "react";
import { Input, SearchField } from "react-aria-components";
import { useField } from "../../data/address.ts";
import { useTexts } from "../../data/texts.ts";
import type english from "./texts/en.json";

/** Filters the messages of the open chat. */
export function SearchBar() {
  const t = useTexts<typeof english>("chat");
  const [search, setSearch] = useField("search", "");
  const [text, setText] = useState(search);
  return (
    <SearchField
      className="chat-search"
      aria-label={t("search")}
      value={text}
      onChange={setText}
      onSubmit={(words) => setSearch(words.trim())}
      onClear={() => setSearch("")}
    >
      <Search size={16} aria-hidden />
      <Input placeholder={t("search")} />
    </SearchField>
  );
}
