// The object over which a changing call needs authority. The lookup finds an object only within the caller's grid; that is not enough when
// the object concerns other grids too, or when a higher level has decided about it. A row that is missing here for a call on an object does
// not compile.
import type { contract } from './contract.ts';

/**
 * `own`: the object belongs to one grid, and a caller who finds it may change it. `part`: the object is shared by several grids, and the
 * caller changes or adds only his own part (a receipt, a read mark, a tick). `whole`: the call changes what others see or have decided; its
 * handler calls `requireWhole` (apps/server, acting/authority.ts).
 */
export type Authority = 'own' | 'part' | 'whole';

type Contract = typeof contract;
type ObjectWrites<C> = { readonly [N in keyof C as C[N] extends { scope: 'object'; effect: 'write' } ? N : never]: Authority };
type Table = {
  readonly [F in keyof Contract as keyof ObjectWrites<Contract[F]> extends never ? never : F]: ObjectWrites<Contract[F]>;
};

export const AUTHORITY = {
  admin: {
    updateUser: 'own',
    resetPassword: 'own',
    forceLogout: 'own',
    clearSecondFactor: 'own',
    unbindIdentity: 'own',
  },
  alarm: {
    raiseFromVideo: 'own',
    acknowledge: 'part',
    seen: 'part',
    judge: 'own',
    correct: 'own',
    handle: 'own',
    close: 'own',
    rekindle: 'own',
    satelliteUpdate: 'own',
    satelliteUpdateDto: 'own',
    satelliteHandle: 'own',
    satelliteJudge: 'own',
    satellitePush: 'own',
    monitorPush: 'own',
    reportPush: 'own',
    monitorStates: 'own',
    monitorUpdate: 'own',
    monitorMove: 'own',
    reportUpdate: 'own',
    smokePush: 'own',
    monitorDelete: 'own',
    smokeDelete: 'own',
  },
  incident: {
    splitIncident: 'whole',
    mergeIncidents: 'whole',
    undoIncidentDecision: 'whole',
  },
  spread: {
    cancelSpread: 'own',
  },
  fireArchive: {
    openArchive: 'own',
    reviseArchive: 'own',
    sealArchive: 'own',
    beginBurnMapping: 'own',
  },
  task: {
    taskCancel: 'whole',
    reviseTaskTemplate: 'own',
    removeTaskTemplate: 'own',
    revisePatrol: 'own',
    changePatrolState: 'own',
  },
  rangerMessage: {
    sendRangerMessage: 'part',
    readRangerMessages: 'part',
  },
  sos: {
    takeSos: 'own',
    closeSos: 'own',
  },
  safety: {
    takeSafety: 'own',
  },
  resource: {
    updateResource: 'own',
    removeResource: 'own',
    restoreResource: 'own',
  },
  sms: {
    smsSubmit: 'own',
    smsDeleteTemplate: 'own',
  },
  notification: {
    updateWebhook: 'own',
    deleteWebhook: 'own',
    testWebhook: 'own',
  },
  exercise: {
    exerciseInject: 'whole',
    exerciseEnd: 'whole',
    exerciseJudge: 'whole',
  },
  camera: {
    updateMonitoringPoint: 'own',
    deleteMonitoringPoint: 'own',
    control: 'own',
    tour: 'own',
    turnTo: 'own',
    pointAt: 'own',
    zoomToBox: 'own',
    lookAt: 'own',
    operator: 'own',
    setPreset: 'own',
    gotoPreset: 'own',
    removePreset: 'own',
    updateCameraSetup: 'own',
    correctNorth: 'own',
    guideControl: 'own',
    aqishiMove: 'own',
    aqishiZoom: 'own',
  },
  mapEmbed: {
    revokeEmbed: 'own',
  },
  burning: {
    reviewBurning: 'own',
  },
  knownHeat: {
    updateKnownHeat: 'whole',
    reviewKnownHeat: 'whole',
    deleteKnownHeat: 'whole',
    updateMapMask: 'whole',
    endMapMask: 'whole',
  },
  plan: {
    newPlanVersion: 'part',
    revisePlan: 'whole',
    submitPlan: 'whole',
    reviewPlan: 'whole',
    discardPlan: 'whole',
    startPlan: 'part',
    changeRunLevel: 'whole',
    tickRunItem: 'part',
    endRun: 'whole',
  },
  warning: {
    changeWarning: 'whole',
    liftWarning: 'whole',
    readWarning: 'part',
  },
  reporting: {
    fillReport: 'part',
    sendReports: 'part',
    receiveReport: 'part',
    readReport: 'part',
    noteReportingFact: 'part',
  },
  danger: {
    saveDangerRules: 'own',
  },
  plot: {
    updatePlot: 'own',
    deletePlot: 'own',
  },
  situation: {
    issueOrder: 'part',
    receiveOrder: 'part',
    withdrawOrder: 'whole',
    beginDocument: 'own',
    reviseDocument: 'own',
    issueDocument: 'own',
    discardDocument: 'own',
  },
  hazard: {
    updateHazard: 'own',
    deleteHazard: 'own',
    restoreHazard: 'own',
    acknowledgeHazardWarning: 'own',
    handleHazardWarning: 'own',
    closeHazardWarning: 'own',
  },
  video: {
    record: 'own',
    snapshot: 'own',
  },
} as const satisfies Table;

/** Whether the row of this name changes what others see or have decided. */
export const changesWhole = (name: string): boolean =>
  Object.values<Readonly<Record<string, Authority>>>(AUTHORITY).some((rows) => Object.hasOwn(rows, name) && rows[name] === 'whole');
