import { expect, it } from 'vitest';
import { AGENT_HOOKS } from '../../../../src/agents/hooks/dialects';
import { HOOK_AGENTS } from '../../../../src/agents/hooks/hookAgents';

it('names the agents whose hooks are understood', () => {
  expect(HOOK_AGENTS).toEqual(AGENT_HOOKS.map(({ dialect }) => dialect.agent));
});
