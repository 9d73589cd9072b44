// Steering one camera: held acts, single acts, and the operator in control. A refusal (409) names the current operator.
import { CallFailed } from '@lookout/client';
import { AUTO_FOCUS_CODE, PTZ_COMMANDS, PTZ_STEP_MESSAGE, type PtzAct, type PtzAuxDevice, ptzKindOf } from '@lookout/domain';
import { isPtzStep, ptzSpeed } from '@lookout/region';
import { useClient, useSession } from '@lookout/web/shared/services.ts';
import { region } from '@region';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CameraOperator } from '../../camera.ts';
import { positionKey } from '../cameras.ts';
import { useVideoMessages } from '../messages.ts';
import { createHold, type Hold } from './hold.ts';

export interface SteeredCamera {
  readonly id: string;
  readonly name: string;
  /** The specification's calls require it; null: the camera cannot be steered. */
  readonly monitoringPointId: string | null;
}

export interface Steering extends Hold {
  readonly pressed: PtzAct | null;
  readonly switchAux: (device: PtzAuxDevice, isOn: boolean) => Promise<void>;
  readonly autoFocus: () => Promise<void>;
  readonly turnTo: (horizontal: number, vertical: number) => Promise<void>;
  readonly tour: (controlType: 'StartService' | 'StartCruise' | 'PauseCruise') => Promise<boolean>;
}

/** Specification §7: "groupId = first 9 characters of stored group id". */
const GROUP_CHARACTERS = 9;
/** §7: "StartService with pauseTimeout 120". Seconds. */
const PAUSE_TIMEOUT = 120;
const CONFLICT = 409;

/** @param onPressed called when a button is pressed or released */
export function useSteering(camera: SteeredCamera, step: number, onPressed: (isPressed: boolean) => void): Steering {
  const client = useClient();
  const messages = useVideoMessages();
  const { info } = useSession();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [pressed, setPressed] = useState<PtzAct | null>(null);
  const named = useMemo(
    () => ({
      groupId: (info?.userDTO.groupId ?? '').slice(0, GROUP_CHARACTERS),
      monitorId: camera.monitoringPointId ?? '',
      channelId: camera.id,
    }),
    [info, camera.monitoringPointId, camera.id],
  );

  const failed = (error: unknown): void => {
    if (!(error instanceof CallFailed)) throw error;
    const { outcome } = error;
    if (outcome.kind === 'error' && outcome.code === CONFLICT) queries.setQueryData(operatorKey(camera.id), error.data as CameraOperator);
    // All these messages share one key, so that a lost connection is reported once.
    void message.open({
      key: 'steering',
      type: 'error',
      content: outcome.kind === 'line-lost' ? messages.steering.noAnswer : error.message,
    });
  };
  const quietly = { occasion: 'background', silent: true } as const;
  /** Steering takes control of the camera, so the operator bar is refreshed at once. */
  const refreshOperator = () => {
    if (queries.getQueryData<CameraOperator>(operatorKey(camera.id))?.isMine !== true)
      void queries.invalidateQueries({ queryKey: operatorKey(camera.id) });
  };
  const command = async (act: PtzAct, phase: 'start' | 'stop') => {
    const isAux = ptzKindOf(act).kind === 'aux';
    const speed = isAux ? {} : { speed: ptzSpeed(step, region.ptzSpeedRule) };
    await client.camera.control({
      query: { ...named, controlType: PTZ_COMMANDS[act], ...speed, stop: phase === 'stop' ? 1 : 0 },
      ...quietly,
    });
    if (phase === 'start') refreshOperator();
    // The display is refreshed after the reply. A reading already in progress may be older than the command.
    if (!isAux) void queries.invalidateQueries({ queryKey: positionKey(camera.id) });
  };
  // The hold outlives a render, but must call the latest handlers.
  const latest = useRef({ command, failed, onHeld: onPressed });
  useEffect(() => {
    latest.current = { command, failed, onHeld: onPressed };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each camera has its own hold
  const hold = useMemo(
    () =>
      createHold({
        send: (act, phase) => latest.current.command(act, phase),
        onFailed: (error) => latest.current.failed(error),
        onPressed: (act) => {
          setPressed(act);
          latest.current.onHeld(act !== null);
        },
      }),
    [camera.id],
  );
  useEffect(() => {
    const letGo = () => hold.release();
    window.addEventListener('blur', letGo);
    document.addEventListener('visibilitychange', letGo);
    return () => {
      window.removeEventListener('blur', letGo);
      document.removeEventListener('visibilitychange', letGo);
      hold.release();
    };
  }, [hold]);

  /** @returns whether it succeeded */
  const done = async (call: Promise<unknown>): Promise<boolean> => {
    try {
      await call;
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };
  return {
    pressed,
    press: (act) => {
      if (isPtzStep(step)) hold.press(act);
      else void message.open({ key: 'steering', type: 'warning', content: PTZ_STEP_MESSAGE });
    },
    release: hold.release,
    switchAux: async (device, isOn) => void (await done(command(device, isOn ? 'start' : 'stop'))),
    autoFocus: async () => {
      const sent = await done(client.camera.control({ query: { ...named, controlType: AUTO_FOCUS_CODE, stop: 0 }, ...quietly }));
      if (sent) void message.success(messages.steering.autoFocusSent);
    },
    turnTo: async (horizonAngle, verticalAngle) => {
      await done(client.camera.turnTo({ query: { ...named, horizonAngle, verticalAngle }, ...quietly }));
      await queries.invalidateQueries({ queryKey: positionKey(camera.id) });
    },
    tour: (controlType) =>
      done(
        client.camera.tour({
          query: { ...named, controlType, ...(controlType === 'StartService' ? { pauseTimeout: PAUSE_TIMEOUT } : {}) },
          ...quietly,
        }),
      ),
  };
}

/** After a request for control, the current operator loses it after 15 s without an act. */
const OPERATOR_POLL_MS = 5_000;

const operatorKey = (cameraId: string) => ['camera-operator', cameraId] as const;

interface CameraControl {
  readonly state: UseQueryResult<CameraOperator>;
  /** The errors of failed calls are already shown by the interceptor. */
  readonly act: (act: 'take' | 'ask' | 'give' | 'release') => Promise<void>;
}

/** Polled while the panel is open, because the current operator must see a request for control before losing it. */
export function useOperator(cameraId: string): CameraControl {
  const client = useClient();
  const queries = useQueryClient();
  const state = useQuery({
    queryKey: operatorKey(cameraId),
    queryFn: ({ signal }) => client.camera.operatorNow({ query: { cameraId }, occasion: 'background', silent: true, signal }),
    refetchInterval: OPERATOR_POLL_MS,
  });
  const isMine = useRef(false);
  useEffect(() => {
    isMine.current = state.data?.isMine ?? false;
  });
  // Closing the panel releases control.
  useEffect(
    () => () => {
      if (!isMine.current) return;
      const body = { cameraId, act: 'release' } as const;
      client.camera.operator({ body, occasion: 'background', silent: true }).catch((error: unknown) => {
        // Ignored, because control expires after a minute anyway.
        if (!(error instanceof CallFailed)) throw error;
      });
    },
    [client, cameraId],
  );
  return {
    state,
    act: async (act) => {
      try {
        queries.setQueryData(operatorKey(cameraId), await client.camera.operator({ body: { cameraId, act } }));
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        await queries.invalidateQueries({ queryKey: operatorKey(cameraId) });
      }
    },
  };
}
