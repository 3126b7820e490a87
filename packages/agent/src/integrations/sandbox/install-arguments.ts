import { Fault } from "@reeve/sdk";
import type { PackageManager } from "../machine.ts";

/** A program and its arguments; no shell reads them. */
export type Vector = readonly [string, ...string[]];

/**
 * Returns the commands that install the packages, in order. Throws `invalid` for a name that the
 * manager does not allow.
 */
export function installArguments(
  manager: PackageManager,
  packages: readonly string[],
): readonly Vector[] {
  const { isName, hint } = RULES[manager];
  if (packages.length === 0) throw new Fault("invalid", "Missing package name.", { hint });
  const wrong = packages.filter((name) => !isName(name));
  if (wrong.length > 0) {
    const names = wrong.map((name) => JSON.stringify(name)).join(", ");
    throw new Fault("invalid", `Invalid ${manager} packages: ${names}.`, { hint });
  }
  switch (manager) {
    case "apt":
      return [["apt-get", "install", "-q", "-y", ...NO_PATTERNS, "--", ...packages]];
    case "pip":
      return [["python3", "-m", "pip", "install", ...PIP_OPTIONS, "--", ...packages]];
    case "npm":
      return [["npm", "install", "--global", "--no-fund", "--no-audit", "--", ...packages]];
    case "docker":
      return packages.map((image) => ["docker", "pull", "--", image] as const);
  }
}

/** Otherwise an unknown name is a pattern, which may match hundreds of packages. */
const NO_PATTERNS = ["-o", "APT::Cmd::Pattern-Only=true"] as const;

const PIP_OPTIONS = ["--no-input", "--disable-pip-version-check"] as const;

interface Rule {
  readonly isName: (name: string) => boolean;
  readonly hint: string;
}

/** A hyphen after a name would remove the package. */
const APT = /^[a-z0-9][a-z0-9.+-]*(?::[a-z0-9-]+)?(?:=[A-Za-z0-9][A-Za-z0-9.+:~-]*)?(?<!-)$/;
const PIP = /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?(?:(?:==|~=)[A-Za-z0-9][\w.+-]*)?$/;
const NPM =
  /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(?:@[\^~]?[A-Za-z0-9][\w.+-]*)?$/i;
const DOCKER =
  /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?\/)?[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/;
/** They would be taken for files. */
const ARCHIVE = /\.(?:whl|zip|tgz|tar|tar\.[a-z0-9]+|egg|deb|txz|tbz2?)$/i;

const RULES: Readonly<Record<PackageManager, Rule>> = {
  apt: {
    isName: (name) => APT.test(name) && !ARCHIVE.test(name),
    hint: 'Use package names, such as "curl" or "nginx=1.22.1-9". Files and options are not allowed.',
  },
  pip: {
    isName: (name) => PIP.test(name) && !ARCHIVE.test(name),
    hint: 'Use package names, such as "requests" or "requests==2.32.3". Files, URLs and options are not allowed.',
  },
  npm: {
    isName: (name) => NPM.test(name) && !ARCHIVE.test(name),
    hint: 'Use package names, such as "typescript" or "@types/node@24". Files, URLs and repositories are not allowed.',
  },
  docker: {
    isName: (name) => DOCKER.test(name),
    hint: 'Use image names, such as "redis:7" or "ghcr.io/owner/image:tag". Options are not allowed.',
  },
};
