// The scenarios in the order in which they run.
import { largeTableScenario } from './large-table.js';
import { latencyScenario } from './latency.js';
import { memoryScenario } from './memory.js';
import { rateLimitedScenario } from './rate-limited.js';
import { scaleOutScenario } from './scale-out.js';
import type { Scenario } from './scenario.js';
import { startupScenario } from './startup.js';
import { throughputScenarios } from './throughput.js';

export const SCENARIOS: readonly Scenario[] = [
  ...throughputScenarios,
  latencyScenario,
  rateLimitedScenario,
  startupScenario,
  memoryScenario,
  largeTableScenario,
  scaleOutScenario,
];
