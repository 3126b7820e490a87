import { Search } from "lucide-react";
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";
import { signOut } from "../data/agent.ts";
import { useCommon, useI18n } from "../data/texts.ts";
import type { KnownPage } from "./pages.ts";
import { setTheme, THEMES } from "./theme.ts";

interface PaletteProps {
  readonly pages: readonly KnownPage[];
  readonly onClose: () => void;
}

function go(path: string): void {
  location.hash = path;
}

/** Every page and every action of the shell, by name. Opened with Ctrl K, or "More" on a phone. */
export function Palette({ pages, onClose }: PaletteProps) {
  const t = useCommon();
  const { catalogs } = useI18n();
  const { contains } = useFilter({ sensitivity: "base" });
  const actions = [
    ...pages.map(({ path, folder }) => ({
      id: path,
      text: catalogs.get(folder)?.["title"] ?? folder,
      run: () => go(path),
    })),
    ...THEMES.map((theme) => ({ id: theme, text: t(theme), run: () => setTheme(theme) })),
    { id: "sign-out", text: t("signOut"), run: () => void signOut() },
  ];
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <Modal className="palette">
        <Dialog aria-label={t("palette")}>
          <Autocomplete filter={contains}>
            <SearchField className="palette-search" aria-label={t("paletteHint")} autoFocus>
              <Search size={18} aria-hidden />
              <Input placeholder={t("paletteHint")} />
            </SearchField>
            <Menu
              className="menu"
              aria-label={t("palette")}
              items={actions}
              renderEmptyState={() => <p className="none">{t("paletteNone")}</p>}
              onAction={(key) => {
                onClose();
                actions.find(({ id }) => id === key)?.run();
              }}
            >
              {({ id, text }) => (
                <MenuItem id={id} className="menu-item" textValue={text}>
                  {text}
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
