// Rule: a function of the model that reports what is wrong with a contract. It also gets contracts that break other rules.
import type { Contract, Pointer } from '../model/index.js';

export type Rule = (contract: Contract, report: Report) => void;

export type Report = (finding: Finding) => void;

export interface Finding {
  message: string;
  at: Pointer;
  /** Whether the problem is at the key of the place, and not at its value. */
  isKey?: boolean;
}

/** By their names, without `animal-store/`. */
export type Rules = Readonly<Record<string, Rule>>;

/** What the names of the project's rules start with. */
export const PLUGIN = 'animal-store';

export interface RatedFinding extends Finding {
  rule: string;
  isWarning?: true;
}

/** What the rules find, in their order. @param severity whether a contract is served all the same. */
export function findingsOf(
  contract: Contract,
  rules: Rules,
  severity: 'error' | 'warning' = 'error',
): RatedFinding[] {
  const found: RatedFinding[] = [];
  for (const [name, rule] of Object.entries(rules))
    rule(contract, (finding) => {
      const isWarning = severity === 'warning' && ({ isWarning: true } as const);
      found.push({ ...finding, rule: `${PLUGIN}/${name}`, ...isWarning });
    });
  return found;
}
