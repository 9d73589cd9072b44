// Steering cameras: one operator at a time, two calls for each movement, and a stop command when the operator's session is lost.

import { AUTO_FOCUS_CODE, actOfCommand, type PtzAct, ptzKindOf } from '@lookout/domain';
import { canSee, pointAt, zoomToBox } from '@lookout/geo';
import { ptzSpeedPercent, REGIONS } from '@lookout/region';
import { invalid, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerPart } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { handOverLock, type Operator, releaseLock, requestLock } from '@lookout/video';
import { isInSector } from './camera.ts';
import { type ReachedCamera, vendorFor } from './service/cameras.ts';
import { operatorOf, requireFree, shownOperator, take } from './service/operating.ts';
import { PAUSE_SECONDS, tourPaused, tourStarted } from './service/tours.ts';
import { unwrap } from './service/vendor-answer.ts';
import { ASPECT, around, pacedFor, readView, viewOf, zoomOfField } from './service/view.ts';
import type { steeringCalls } from './steering.calls.ts';

/** The speed when the call contains none. */
const MIDDLE_PERCENT = 50;
/** A smaller box, as a share of the picture, is treated as a point (`pointAt`). */
const LEAST_BOX = 0.02;

export const steering: ServerPart<typeof steeringCalls> = {
  open: (room) => ({ calls: steeringHandlers(room) }),
};

function steeringHandlers({ video, elevation, config }: Pick<Room, 'video' | 'elevation' | 'config'>): Handlers<typeof steeringCalls> {
  const speedRule = REGIONS[config.region].ptzSpeedRule;
  /**
   * Turns the camera. Both angles are as the camera reports them. @param zoom 0 to 1; null: unchanged @throws Refusal 501 outside the
   * configured ranges
   */
  const turn = async (reached: ReachedCamera, horizontal: number, vertical: number, zoom: number | null = null): Promise<void> => {
    const ranges = reached.link?.ranges ?? [];
    if (ranges.length > 0 && !ranges.some((range) => isInSector(range, { horizontal, vertical }))) throw refused('beyond-range');
    await unwrap(vendorFor(reached).absolute(reached.device, { panDegrees: around(horizontal), tiltDegrees: vertical, zoom }));
  };

  const run = (reached: ReachedCamera, act: PtzAct, percent: number, phase: 'start' | 'stop') => {
    const vendor = vendorFor(reached);
    const { device } = reached;
    const ptz = ptzKindOf(act);
    switch (ptz.kind) {
      case 'move':
        return vendor.move(device, ptz.direction, percent, phase);
      case 'lens':
        return vendor.lens(device, ptz.act, percent, phase);
      case 'aux':
        return vendor.aux(device, ptz.device, phase === 'start');
    }
  };

  /** Takes the lock for the caller. @throws Refusal naming the current operator */
  const steered = async (context: Context, reached: ReachedCamera): Promise<Operator> => {
    const me = operatorOf(accountOf(context));
    await take(video, context, me, reached);
    return me;
  };

  const inScope = (context: Context, cameraId: string) => video.cameras.find(context.scope, cameraId);

  return {
    async control(context, { query }) {
      const isAutoFocus = query.controlType === AUTO_FOCUS_CODE;
      const act = actOfCommand(query.controlType);
      if (act === null && !isAutoFocus) throw invalid('controlType', 'no-such-command');
      const reached = await video.cameras.ofMonitoringPoint(context.scope, query.monitorId, query.channelId || null);
      const me = await steered(context, reached);
      const { camera, device } = reached;
      context.audit.detail({ controlType: query.controlType, stop: query.stop });
      const percent = query.speed == null ? MIDDLE_PERCENT : Math.max(1, ptzSpeedPercent(query.speed, speedRule));
      if (act === null) {
        await unwrap(vendorFor(reached).autoFocus(device));
        return undefined;
      }
      if (query.stop === 1) {
        await video.motions.letGo(camera.id, act);
        await unwrap(run(reached, act, percent, 'stop'));
        return undefined;
      }
      // While the button is held, the call is repeated as a keep-alive. A repetition sends no further command to the camera.
      const motion = { cameraId: camera.id, motion: act, session: me.session };
      // Light and wiper stay on or off by themselves. Movements are stopped when their operator's keep-alives end.
      const isMotion = ptzKindOf(act).kind !== 'aux';
      if (isMotion && (await video.motions.keep(motion))) return undefined;
      if (isMotion) await video.motions.hold(motion, () => unwrap(vendorFor(reached).halt(device)));
      await unwrap(run(reached, act, ptzKindOf(act).kind === 'move' ? await pacedFor(reached, percent) : percent, 'start'));
      return undefined;
    },

    async tour(context, { query }) {
      const reached = await video.cameras.ofMonitoringPoint(context.scope, query.monitorId, query.channelId || null);
      const { camera, link } = reached;
      context.audit.target('camera', camera.id, camera.gridNo);
      context.audit.detail({ controlType: query.controlType });
      const head = await video.heads.of(camera);
      switch (query.controlType) {
        case 'StartService':
          return video.heads.change(head, (state) => ({
            state: { ...state, pauseMs: (query.pauseTimeout ?? PAUSE_SECONDS) * 1000 },
            value: undefined,
          }));
        case 'StartCruise': {
          const stops = link?.tour ?? [];
          if (stops.length === 0) throw refused('no-tour-set');
          vendorFor(reached);
          await video.heads.change(head, (state) => {
            requireFree(state.lock, operatorOf(accountOf(context)), context.now);
            return { state: tourStarted(state, camera.id, stops, context.now), value: undefined };
          });
          video.tours.wake();
          return undefined;
        }
        case 'PauseCruise':
          return video.heads.change(head, (state) => ({ state: tourPaused(state), value: undefined }));
      }
    },

    async turnTo(context, { query }) {
      const reached = await video.cameras.ofMonitoringPoint(context.scope, query.monitorId, query.channelId || null);
      await steered(context, reached);
      context.audit.detail({ horizonAngle: query.horizonAngle, verticalAngle: query.verticalAngle });
      await turn(reached, query.horizonAngle, query.verticalAngle);
      return undefined;
    },

    async cameraPosition(context, { query }) {
      return viewOf(await inScope(context, query.cameraId), context.now);
    },

    async pointAt(context, { body }) {
      const reached = await inScope(context, body.cameraId);
      await steered(context, reached);
      const view = await viewOf(reached, context.now);
      if (view.fieldOfViewDegrees === null) throw refused('field-of-view-unknown');
      const aim = pointAt(
        {
          panDegrees: view.horizontalDegrees,
          tiltDegrees: view.verticalDegrees,
          horizontalFieldDegrees: view.fieldOfViewDegrees,
          aspect: view.aspect,
        },
        body,
      );
      await turn(reached, aim.panDegrees, aim.tiltDegrees);
      return undefined;
    },

    async zoomToBox(context, { body }) {
      const { from, to } = body;
      if (Math.max(Math.abs(to.u - from.u), Math.abs(to.v - from.v)) < LEAST_BOX) throw invalid('to', 'box-too-small');
      const reached = await inScope(context, body.cameraId);
      await steered(context, reached);
      const view = await readView(reached);
      if (view.zoom === null) {
        // Only the device knows how far it is zoomed in.
        await unwrap(vendorFor(reached).box(reached.device, { from, to }));
        return undefined;
      }
      if (view.fieldDegrees === null) throw refused('field-of-view-unknown');
      const aim = zoomToBox({ ...view, horizontalFieldDegrees: view.fieldDegrees, aspect: ASPECT }, { from, to });
      await turn(reached, aim.panDegrees, aim.tiltDegrees, reached.link && zoomOfField(reached.link, aim.horizontalFieldDegrees));
      return undefined;
    },

    async lookAt(context, { body }) {
      const reached = await inScope(context, body.cameraId);
      const { camera } = reached;
      await steered(context, reached);
      const sight = canSee(
        { ...camera.position, towerHeightMetres: camera.towerHeightMetres ?? 0 },
        body.position,
        elevation().surfaceAround(camera.position),
      );
      if (sight === null) throw refused('heights-unknown');
      const horizontalDegrees = around(sight.azimuthDegrees - camera.northCorrectionDegrees);
      const verticalDegrees = sight.tiltDegrees;
      await turn(reached, horizontalDegrees, verticalDegrees);
      return { horizontalDegrees, verticalDegrees, distanceMetres: sight.distanceMetres, isVisible: sight.visible };
    },

    async operatorNow(context, { query }) {
      const { camera } = await inScope(context, query.cameraId);
      const { lock } = await video.heads.state(await video.heads.of(camera));
      return shownOperator(lock, operatorOf(accountOf(context)));
    },

    async operator(context, { body }) {
      const reached = await inScope(context, body.cameraId);
      const { camera } = reached;
      const me = operatorOf(accountOf(context));
      const { now } = context;
      context.audit.target('camera', camera.id, camera.gridNo);
      context.audit.detail({ operator: body.act });
      switch (body.act) {
        case 'take':
        case 'keep':
          return shownOperator(await take(video, context, me, reached), me);
        case 'ask': {
          const request = await video.heads.change(await video.heads.of(camera), (state) => {
            const answer = requestLock(state.lock, me, now);
            return { state: { ...state, lock: answer.ok ? answer.value : answer.error.held }, value: answer };
          });
          // The lock may be handed to the waiting operator at any time.
          video.steering(me.session, { gridNo: context.scope, right: 'watch-video' });
          return request.ok ? shownOperator(request.value, me) : shownOperator(request.error.held, me, request.error.freeAt);
        }
        case 'give': {
          const given = await video.heads.change(await video.heads.of(camera), (state) => {
            const lock = handOverLock(state.lock, me, now);
            return { state: lock === null ? state : { ...state, lock }, value: lock };
          });
          if (given === null) throw refused('nobody-asked-to-steer');
          return shownOperator(given, me);
        }
        case 'release': {
          const left = await video.heads.change(await video.heads.of(camera), (state) => {
            const lock = releaseLock(state.lock, me.session, now);
            return { state: { ...state, lock }, value: lock };
          });
          return shownOperator(left, me);
        }
      }
    },

    async presets(context, { query }) {
      const reached = await inScope(context, query.cameraId);
      const list = await unwrap(vendorFor(reached).presets(reached.device));
      return { rows: list.flatMap(({ id, name }) => (Number.isInteger(Number(id)) ? [{ number: Number(id), name }] : [])) };
    },

    async setPreset(context, { body }) {
      const reached = await inScope(context, body.cameraId);
      await steered(context, reached);
      const { id } = await unwrap(
        vendorFor(reached).setPreset(reached.device, body.number == null ? null : String(body.number), body.name),
      );
      context.audit.detail({ preset: id, name: body.name });
      return { number: Number(id), name: body.name };
    },

    async gotoPreset(context, { body }) {
      const reached = await inScope(context, body.cameraId);
      await steered(context, reached);
      context.audit.detail({ preset: body.number });
      await unwrap(vendorFor(reached).goToPreset(reached.device, String(body.number)));
      return undefined;
    },

    async removePreset(context, { body }) {
      const reached = await inScope(context, body.cameraId);
      await steered(context, reached);
      const { presets, removePreset } = vendorFor(reached);
      if (!(await unwrap(presets(reached.device))).some(({ id }) => id === String(body.number))) throw refused('no-such-preset');
      context.audit.detail({ preset: body.number });
      await unwrap(removePreset(reached.device, String(body.number)));
      return undefined;
    },
  };
}
