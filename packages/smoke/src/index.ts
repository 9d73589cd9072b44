export { createDetector, type Detector, type Find, type Pose, type Seen } from './detector.ts';
export { type Box, type Frame, frameOfRgb } from './frame.ts';
export type { FrameFault } from './frame-fault.ts';
export { type Judgement, type JudgeOptions, judgeFrames, type SmokeVerdict } from './judge-frames.ts';
export { createModel, type Model, ModelFault, type ModelFaultCode, type ModelSession } from './model.ts';
export { type ModelDescription, readModelDescription } from './model-description.ts';
export { ruleOfFive } from './rule-of-five.ts';
export { type DangerLevel, STANDARD, type Thresholds, thresholdsFor } from './thresholds.ts';
