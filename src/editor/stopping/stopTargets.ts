import { l10n } from 'vscode';
import type { StopOffer, StopScope } from '../../stop/stopRequest';
import type { SessionSummary } from '../../tracker/views';
import { actorName, inLabel } from '../names';
import type { StopControl } from './stopControl';
import type { TerminalWay } from './terminalWay';

/** More actors than this are not offered one by one. */
const MOST_ACTORS = 12;

/** Something that can be stopped, and how: what a person sees before anything happens. */
export interface StopTarget {
  readonly scope: StopScope;
  readonly offers: readonly StopOffer[];
  readonly label: string;
  /** The ways, by their labels. */
  readonly description: string;
  /** What comes of it. */
  readonly detail: string;
}

export function scopeOf(session: SessionSummary, actor: string | null): StopScope {
  const { key, source, agent, cwd } = session;
  return { key, source, session: session.session, agent, actor, cwd };
}

/**
 * What of a session can be stopped now: all of it, single actors where a way can tell them apart, and all of it through
 * terminals that a person must choose between.
 */
export async function stopTargets(
  session: SessionSummary,
  control: StopControl,
  terminals: TerminalWay,
): Promise<readonly StopTarget[]> {
  const targets: StopTarget[] = [];
  const add = (scope: StopScope, offers: readonly StopOffer[], label: string) => {
    if (offers.length === 0) return;
    const ways = offers.map((offer) => offer.label).join(l10n.t(', and '));
    const outcomes = new Set(offers.map(({ kind }) => outcomeInWords(kind)));
    const detail = [...outcomes].join(' ');
    targets.push({ scope, offers, label, description: l10n.t('by {ways}', { ways }), detail });
  };
  const whole = scopeOf(session, null);
  const byItself = await control.offers(whole);
  const several = session.actors.length > 1;
  const wholeLabel = several
    ? l10n.t('$(debug-stop) Stop the whole session: {count} actors', { count: session.actors.length })
    : l10n.t('$(debug-stop) Stop the whole session');
  add(whole, byItself, wholeLabel);
  if (several) {
    for (const { actor } of session.actors.slice(0, MOST_ACTORS)) {
      const scope = scopeOf(session, actor);
      add(
        scope,
        await control.offers(scope),
        l10n.t('$(debug-stop) Stop only: {actor}', { actor: inLabel(actorName(actor)) }),
      );
    }
  }
  const others = await control.otherOffers(whole);
  // Where the agent is kept from going on, it stays so: an interrupt alone would let its next call through.
  const held = control.holds(session.key) ? byItself : [];
  for (const other of others) add(whole, [...held, other], wholeLabel);
  const known = new Set([...byItself, ...others].map((offer) => offer.label));
  for (const choice of terminals.choices(whole)) {
    if (!known.has(choice.label)) add(whole, [choice], wholeLabel);
  }
  return targets;
}

/** What a person can expect of a way. */
function outcomeInWords(kind: StopOffer['kind']): string {
  switch (kind) {
    case 'hook':
      return l10n.t('The stop is the answer to its next call.');
    case 'stop-file':
      return l10n.t('What runs the agent looks for this file between two steps, and ends the session.');
    case 'terminal':
      return l10n.t('As if you pressed the key there.');
    case 'command':
      return l10n.t('The command that the settings name for this.');
    case 'process':
      return l10n.t('As if you pressed Ctrl+C where it runs.');
  }
}
