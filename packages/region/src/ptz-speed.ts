// Converts the operator's step to the speed sent to a camera (specification §9 "Step 1-8; speed sent: …").

/**
 * capped: the step itself, at most `max` ("Sichuan capped at 7").
 * share: the step's share of `steps`, in percent, rounded ("other variant step/8*100 rounded").
 */
export type PtzSpeedRule = { readonly kind: 'capped'; readonly max: number } | { readonly kind: 'share'; readonly steps: number };

export const PTZ_STEP_MIN = 1;
export const PTZ_STEP_MAX = 8;

/** Specification §5: "PTZ focus/zoom/iris step: integer 1-8, else warning '焦距步长只能是1到8之间的整数'". */
export const isPtzStep = (step: number): boolean => Number.isInteger(step) && step >= PTZ_STEP_MIN && step <= PTZ_STEP_MAX;

/**
 * The speed to send for a step.
 * @param step integer 1–8; check it with `isPtzStep` first
 * @returns an integer: 1…`max` when capped, 0…100 when a share
 */
export function ptzSpeed(step: number, rule: PtzSpeedRule): number {
  switch (rule.kind) {
    case 'capped':
      return Math.min(step, rule.max);
    case 'share':
      return Math.round((step / rule.steps) * 100);
  }
}

/** Converts a sent speed to a percentage of the camera's maximum speed, 0 … 100. */
export function ptzSpeedPercent(speed: number, rule: PtzSpeedRule): number {
  const most = rule.kind === 'capped' ? rule.max : 100;
  return Math.round((Math.min(Math.max(speed, 0), most) / most) * 100);
}

/**
 * The values sent to a gateway for a percentage of the camera's maximum speed, the inverse of `ptzSpeedPercent`: the speed by the rule, at
 * least 1, and the step from which it results. A capped rule sends no step above its cap.
 */
export function gatewaySpeed(percent: number, rule: PtzSpeedRule): { speed: number; step: number } {
  const share = Math.min(Math.max(percent, 0), 100) / 100;
  const step = Math.max(PTZ_STEP_MIN, Math.round(share * (rule.kind === 'capped' ? rule.max : rule.steps)));
  return { step, speed: rule.kind === 'capped' ? step : Math.max(1, Math.round(share * 100)) };
}
