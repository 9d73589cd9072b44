export { arrivalOrder, type MemberArrivals, memberArrivals, minutesAt, orderOf } from './arrivals.ts';
export * from './forecast-error.ts';
export * from './members.ts';
export {
  type AgreementOptions,
  type FireObservation,
  logLikelihoodOf,
  type MemberWeights,
  memberWeights,
  wholeWeights,
} from './observations.ts';
export * from './tally.ts';
