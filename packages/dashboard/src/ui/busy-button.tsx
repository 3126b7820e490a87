import type { ReactNode } from "react";
import { Button } from "react-aria-components";

interface BusyButtonProps {
  readonly kind?: "primary" | "quiet" | "plain";
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  /** Absent: it submits its form. */
  readonly onPress?: () => void;
  /** Read aloud, where the content is no text. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A button for something that takes a while. */
export function BusyButton({
  kind = "plain",
  isPending = false,
  isDisabled = false,
  onPress,
  label,
  children,
}: BusyButtonProps) {
  const className = kind === "quiet" ? "quiet" : kind === "primary" ? "button primary" : "button";
  return (
    <Button
      {...{ className, isPending, isDisabled }}
      type={onPress ? "button" : "submit"}
      {...(onPress && { onPress })}
      {...(label !== undefined && { "aria-label": label })}
    >
      {children}
    </Button>
  );
}
