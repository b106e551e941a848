import { l10n, type QuickPickItem, window } from 'vscode';
import type { SessionKey, SessionSummary } from '../tracker/views';
import { actorsInWords, readsInWords, readsOf } from './countWords';
import type { CoverageService } from './coverageService';
import { inLabel, sessionName } from './names';
import type { SessionChoice } from './sessionChoice';

interface SessionItem extends QuickPickItem {
  /** Undefined: none in particular. */
  readonly key: SessionKey | undefined;
}

/** Lets a person pick the session that is drawn, or none in particular. */
export async function pickSession(service: CoverageService, choice: SessionChoice): Promise<void> {
  const automatic: SessionItem = {
    label: l10n.t('The session at work'),
    description: choice.chosen === undefined ? l10n.t('chosen') : '',
    detail: l10n.t('Whichever is live; the newest, if none is.'),
    key: undefined,
  };
  const sessions = [...service.sessions()].sort((a, b) => service.lastSeen(b.key) - service.lastSeen(a.key));
  const items = [automatic, ...sessions.map((session) => itemOf(session, service, choice))];
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Read Coverage: session to draw'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) await choice.draw(picked.key);
}

function itemOf(session: SessionSummary, service: CoverageService, { chosen }: SessionChoice): SessionItem {
  const { key, actors } = session;
  const live = service.isLive(key);
  const seen = service.lastSeen(key);
  const worst = actors.reduce((most, actor) => Math.max(most, actor.maxStreak), 0);
  return {
    label: (live ? '$(pulse) ' : '') + inLabel(sessionName(session)),
    description: [
      live ? l10n.t('live') : seen > 0 ? new Date(seen).toLocaleString() : '',
      key === chosen ? l10n.t('chosen') : '',
    ]
      .filter(Boolean)
      .join(' · '),
    detail: [
      actorsInWords(actors.length),
      readsInWords(...readsOf(session)),
      worst > 1 ? l10n.t('longest streak: {worst}', { worst }) : '',
    ]
      .filter(Boolean)
      .join(' · '),
    key,
  };
}
