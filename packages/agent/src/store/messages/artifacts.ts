import type { ArtifactId, CallId, ChatId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";

/** A long result, stored whole. */
export interface Artifact {
  readonly id: ArtifactId;
  readonly call: CallId;
  /** Chat where it may be read. */
  readonly chat: ChatId;
  readonly content: string;
}

export interface StoredArtifact extends Artifact {
  /** The name of the tool that returned it. */
  readonly tool: string;
  /** Label of the result stored as this artifact. */
  readonly label: Label | undefined;
}

/** Results that are too long to be shown. */
export interface ArtifactStore {
  add(artifact: Artifact): Promise<void>;
  byId(id: string): Promise<StoredArtifact | undefined>;
}
