import { type PluginOffer, plugins, type PluginState } from "@reeve/operations/agent/plugins";
import { Puzzle } from "lucide-react";
import { useState } from "react";
import { useAsk, useChange } from "../../data/agent.ts";
import { useIsAtLeast } from "../../data/me.ts";
import { useTexts } from "../../data/texts.ts";
import { Toggle } from "../../ui/fields.tsx";
import { Empty, FailedLine, QueryResult } from "../../ui/states.tsx";
import { Installer } from "./installer.tsx";
import { Powers } from "./powers.tsx";
import { Remove } from "./remove.tsx";
import type english from "./texts/en.json";

/** How often the states are asked for: they are no event of a chat. */
const POLL_MS = 5000;

/** Installed plugins, and the way to install one. */
export function Plugins() {
  const t = useTexts<typeof english>("extensions");
  const isOwner = useIsAtLeast("owner");
  const query = useAsk(plugins.list, { limit: 200 }, { every: POLL_MS });
  const inspect = useChange(plugins.inspect);
  const add = useChange(plugins.add);
  return (
    <>
      {isOwner && (
        <Installer
          hint={t("pluginSourceHint")}
          warning={t("pluginWarning")}
          inspect={inspect}
          add={add}
          describe={(offer) => <Offer offer={offer} />}
        />
      )}
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              icon={<Puzzle size={28} aria-hidden />}
              title={t("pluginsNone")}
              hint={t("pluginsNoneHint")}
            />
          ) : (
            <ul className="card list hits">
              {items.map((plugin) => (
                <li key={plugin.name}>
                  <Plugin plugin={plugin} canChange={isOwner} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  );
}

function Offer({ offer }: { readonly offer: PluginOffer }) {
  const t = useTexts<typeof english>("extensions");
  const { name, version, description, signedBy, tools } = offer;
  return (
    <>
      <h2>
        {name} {version}
      </h2>
      <p>{description}</p>
      <p className="meta">
        {[
          t("tools", { count: tools.length }),
          signedBy === null ? t("unsigned") : t("signed", { key: signedBy }),
        ].join(" · ")}
      </p>
      <Powers {...offer} />
    </>
  );
}

function Plugin({
  plugin,
  canChange,
}: {
  readonly plugin: PluginState;
  readonly canChange: boolean;
}) {
  const t = useTexts<typeof english>("extensions");
  const { name, version, state, reason, powers, tools, isLinked } = plugin;
  const [data, setData] = useState(false);
  const remove = useChange(plugins.remove);
  return (
    <>
      <p>
        <strong>{name}</strong> {version} <span className="tag">{t(`state_${state}`)}</span>
      </p>
      <p className="meta">
        {[t("tools", { count: tools.length }), isLinked ? t("linked") : null, reason]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      <p className="meta">{powers.length === 0 ? t("powersNone") : powers.join(" · ")}</p>
      {canChange && (
        <Remove
          name={name}
          isPending={remove.isPending}
          onRemove={() => remove.mutate({ name, data })}
        >
          <Toggle label={t("removeData")} value={data} onChange={setData} />
        </Remove>
      )}
      <FailedLine error={remove.error} />
    </>
  );
}
