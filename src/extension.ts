import { dirname, join } from 'node:path';
import { type Disposable, type ExtensionContext, ExtensionMode } from 'vscode';
import type { FoundAgent } from './agents/agentNames';
import type { ReadCoverageApi } from './api';
import { MarkedShare } from './editor/activeShare';
import { AGENTS } from './editor/agentPermissions';
import { ChangedFiles } from './editor/changedFiles';
import { createChannel } from './editor/channel/createChannel';
import { registerCommands } from './editor/commands';
import { Configuration } from './editor/configuration';
import { ContextKeys } from './editor/contextKeys';
import { CoverageService } from './editor/coverageService';
import { followedInShort } from './editor/diagnostics/followedInShort';
import { Episodes } from './editor/episodes';
import { createEvidence } from './editor/findings/createEvidence';
import { FindingsLog } from './editor/findingsLog';
import { FirstRun } from './editor/firstRun';
import { Following } from './editor/following';
import { GivenTexts } from './editor/givenTexts';
import { introduceView } from './editor/introduceView';
import {
  lateBadges,
  lateCalibrate,
  lateConnecting,
  lateFollowAgent,
  lateMap,
  lateNotALoop,
  latePeekCalls,
} from './editor/lateParts';
import { PastView } from './editor/map/pastView';
import { Marks } from './editor/marks/marks';
import { QuietFiles } from './editor/quietFiles';
import { SessionChoice } from './editor/sessionChoice';
import { currentStatus, onStatusChange } from './editor/status';
import { StatusBar } from './editor/statusBar';
import { createStopping } from './editor/stopping/stopping';
import { stopwatch } from './editor/stopwatch';
import type { TestAccess } from './editor/testAccess';
import { Threshold } from './editor/threshold';
import { ToldByExtensions } from './editor/toldByExtensions';
import { CoverageView } from './editor/tree/coverageView';
import { treeActions } from './editor/tree/treeActions';
import { openWalkthrough } from './editor/walkthrough';
import { CanonicalPaths } from './ingest/canonicalPath';
import { installationHasherSync } from './ingest/installationHasher';
import { IngestThread } from './ingest/thread/ingestThread';
import { Courses } from './report/courses';
import type { LineHasher } from './text/lineHash';
import { MAIN_ACTOR } from './tracker/event';

/** Milliseconds that a resolved path is believed. */
const PATHS_BELIEVED = 5000;

/** What other extensions are given, and in a window that runs tests what these need to see. */
export interface Activated extends ReadCoverageApi {
  readonly forTests?: TestAccess;
}

export function activate(context: ExtensionContext): Activated {
  const took = stopwatch();
  const own = <T extends Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };

  const log = own(new FindingsLog());
  const configuration = own(new Configuration());
  const paths = new CanonicalPaths({ now: Date.now, lifetime: PATHS_BELIEVED });
  const canonical = (path: string) => paths.resolve(path);
  const quiet = own(
    new QuietFiles(configuration, paths, context.workspaceState, (error) =>
      log.failure('It cannot be told which files are quiet', error),
    ),
  );
  const service = own(new CoverageService(configuration, quiet, log));
  const choice = own(new SessionChoice(service, context.workspaceState));
  const firstRun = own(new FirstRun(configuration, context.workspaceState));
  const episodes = new Episodes();
  // The key is on disk, and nobody needs it while VS Code waits for us.
  let known: LineHasher | undefined;
  const hasher = () => {
    known ??= installationHasherSync();
    return known;
  };

  const courses = new Courses();
  own(service.onDidApply(({ event, applied }) => courses.add(event, applied)));
  own(service.onDidForget(() => courses.clear()));
  const past = own(new PastView(service, courses));

  const given = own(new GivenTexts());
  const marks = own(
    new Marks({
      view: past,
      get hasher() {
        return hasher();
      },
      configuration,
      session: () => past.moment?.session ?? choice.current,
      canonicalPath: (uri) => (uri.scheme === 'file' ? canonical(uri.fsPath) : given.pathOf(uri)),
      failed: (error) => log.failure('Marks cannot be drawn', error),
      extension: context.extensionUri,
    }),
  );
  own(service.onDidChange(({ paths: changed }) => marks.refresh(changed)));
  own(choice.onDidChange(() => marks.refresh()));
  own(past.onDidChange(() => marks.refresh()));
  own(service.onDidForget(() => episodes.clear()));

  const stopping = own(
    createStopping({ service, configuration, episodes, log, canonical, memory: context.workspaceState }),
  );
  own(
    stopping.control.onDidChange(({ state, scope }) => {
      if (state === 'stopped') courses.stopped(scope.key, scope.actor ?? MAIN_ACTOR, Date.now());
    }),
  );
  const notALoop = lateNotALoop({
    service,
    quiet,
    episodes,
    failed: (error) => log.failure('A mark could not be taken back', error),
  });
  const evidence = own(
    createEvidence({
      service,
      choice,
      configuration,
      marks,
      notALoop,
      log,
      hasher,
      canonical,
      given,
      followed: () => following.state(),
      memory: context.workspaceState,
    }),
  );
  const threshold = own(
    new Threshold({
      service,
      configuration,
      episodes,
      log,
      memory: context.globalState,
      automatic: stopping.automatic,
      actions: {
        stopAgent: (session) => stopping.stopAgent.run(session),
        showReads: (session, actor) => evidence.showReads(session, actor),
      },
    }),
  );

  const extensionFolder = context.extensionPath;
  const editorFolder = dirname(dirname(context.globalStorageUri.fsPath));
  const heads = {
    file: join(context.globalStorageUri.fsPath, 'transcript-heads.json'),
    version: String(context.extension.packageJSON.version),
  };
  const thread = new IngestThread(join(extensionFolder, 'dist', 'ingest.cjs'));
  const recorded = { configuration, firstRun, hasher, editorFolder, heads, thread, log };
  const following = own(new Following({ service, ...recorded }));
  own(new ChangedFiles(service, paths, (path) => following.documentChanged(path)));

  const channel = own(
    createChannel({
      service,
      configuration,
      following,
      stopping,
      hasher,
      paths,
      log,
      extensionFolder,
    }),
  );
  const connecting = own(lateConnecting(extensionFolder, channel, log));

  const calibrate = own(lateCalibrate({ quiet, ...recorded }));

  const share = own(new MarkedShare(marks));
  const sources = {
    service,
    choice,
    configuration,
    episodes,
    stops: stopping.control,
    share,
    quiet,
    firstRun,
    past,
    connectionOf: channel.connectionOf,
  };
  const statusBar = own(
    new StatusBar(sources, () => {
      const state = following.state();
      return state ? followedInShort(state) : [];
    }),
  );
  own(following.onDidChange(() => statusBar.update()));

  const map = own(
    lateMap({
      service,
      courses,
      past,
      extension: context.extensionUri,
      places: evidence.places,
      showInTranscript: evidence.showInTranscript,
      onDidStop: stopping.control.onDidChange,
      failed: (error) => log.failure('The map could not do what it was asked', error),
    }),
  );
  const view = own(new CoverageView({ service, choice, quiet, memory: context.workspaceState }));

  own(
    introduceView(service, context.globalState, (error) =>
      log.failure('The view of all reads could not be opened', error),
    ),
  );

  own(
    lateBadges({
      service,
      choice,
      configuration,
      canonical,
      failed: (error) => log.failure('What was read of a file cannot be shown beside its name', error),
    }),
  );
  own(
    lateFollowAgent({
      service,
      choice,
      configuration,
      canonical,
      failed: (error) => log.failure('A file that the agent reads could not be shown', error),
    }),
  );

  const peekCalls = own(latePeekCalls({ marks, showInTranscript: evidence.showInTranscript }));

  const keys = new ContextKeys();
  const canResume = () => stopping.resumeAgent.candidates().length > 0;
  const updateKeys = () =>
    keys.update({
      hasSessions: service.sessions().length > 0,
      hasLiveSession: service.liveSessions().length > 0,
      canResume: canResume(),
      isPast: past.moment !== undefined,
    });
  for (const listener of onStatusChange(sources, updateKeys)) own(listener);

  const why = {
    ...sources,
    marks,
    threshold,
    state: () => following.state(),
    agentsFound: () => following.agentsFound(),
    connections: async (agents: readonly FoundAgent[]) => (await connecting.get()).answers(agents),
  };
  const repeats = () => import('./editor/goToRepeat');
  own(
    registerCommands(
      {
        toggleMarks: () => marks.toggle(),
        chooseSession: async () => {
          const { pickSession } = await import('./editor/pickSession');
          await pickSession(service, choice);
        },
        stopAgent: () => stopping.stopAgent.run(),
        resumeAgent: () => stopping.resumeAgent.run(),
        connectAgent: async (agent) => (await connecting.get()).connectAgent.run(agent),
        disconnectAgent: async () => (await connecting.get()).disconnectAgent.run(),
        explainLine: async (clicked) => {
          const { explainLine } = await import('./editor/explainLine');
          await explainLine(marks, configuration, clicked);
        },
        peekCalls: async (clicked) => (await peekCalls.get()).run(clicked),
        nextRepeat: async () => (await repeats()).goToRepeat(marks, 'next'),
        previousRepeat: async () => (await repeats()).goToRepeat(marks, 'previous'),
        whyNothing: async () => (await import('./editor/diagnostics/whyNothing')).showWhyNothing(why),
        quietFiles: async () => {
          const { session } = currentStatus(sources);
          if (session !== undefined) await (await notALoop()).choose(session);
        },
        calibrate: async () => (await calibrate.get()).run(),
        ...evidence.actions,
        showLog: () => log.show(),
        showMenu: async () => {
          const { showMenu } = await import('./editor/menu');
          await showMenu(sources, threshold, canResume());
        },
        chooseAgents: () => firstRun.choose(),
        getStarted: () => openWalkthrough(),
        backToNow: () => past.leave(),
        ...treeActions({
          view,
          choice,
          notALoop,
          places: evidence.places,
          stop: (session) => stopping.stopAgent.run(session),
          showInTranscript: evidence.showInTranscript,
          showMap: async (session, path) => (await map.get()).show(session, path),
          comparison: evidence.compareRead,
        }),
      },
      log,
    ),
  );

  const told = own(
    new ToldByExtensions({ service, following, hasher }, (error) =>
      log.failure('What other extensions told could not be told again', error),
    ),
  );
  const api: ReadCoverageApi = {
    version: heads.version,
    report: (event) => told.report(event),
    onDidFind: (listener) => told.onDidFind(listener),
  };
  if (context.extensionMode !== ExtensionMode.Test) return api;
  const notifications: string[] = [];
  own(threshold.onDidNotify((text) => notifications.push(text)));
  const activation = took();
  return {
    ...api,
    forTests: {
      activation,
      statusBar: () => statusBar.shown(),
      sessions: () => service.sessions(),
      liveSessions: () => service.liveSessions().map(({ key }) => key),
      drawn: () => choice.current,
      marks: (document) => marks.marksOf(document),
      whyNothing: async () => (await import('./editor/diagnostics/whyNothing')).whyNothing(why),
      followed: () => following.state(),
      stop: (session) => stopping.control.of(session),
      notifications,
      notALoop: async (session, path) => (await notALoop()).say(session, path),
      tree: view.tree,
      map: () => map.part?.data(),
      compareRead: (session, path) => evidence.compareRead.show(session, path),
      goBack: (moment) => past.show(moment),
      wasAsked: () => firstRun.wasAsked,
      connection: (session) => channel.connectionOf(session),
      connections: () => why.connections(AGENTS),
      deafness: (agent) => channel.deafness(agent),
    },
  };
}
