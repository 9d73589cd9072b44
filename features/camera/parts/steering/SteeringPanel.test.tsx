import { codedError, type Got } from '@lookout/contract';
import { fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { contract } from '../../../contract.ts';
import { SteeringPanel } from './SteeringPanel.tsx';

const CAMERA = { id: crypto.randomUUID(), name: '一号塔', monitoringPointId: crypto.randomUUID() };

function Steered() {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame}>
      <SteeringPanel camera={CAMERA} keysIn={frame} onPressed={() => undefined} />
    </div>
  );
}

const { camera } = contract;
type Operator = Got<typeof camera.operatorNow>;
const FREE: Operator = { holder: null, isMine: false, askedBy: null, until: null };

async function openPanel(groupId: string = OFFICER.groupId, operator: Operator = { ...FREE, isMine: true }) {
  const desk = openDesk({ officer: { groupId } });
  desk.wire.on(camera.operatorNow, () => operator);
  desk.wire.on(camera.presets, () => []);
  desk.wire.on(camera.operator, () => FREE);
  desk.wire.on(camera.control, () => undefined);
  desk.show(<Steered />);
  const panel = within(await screen.findByRole('region', { name: '云台操作' }));
  /** Presses a button by keyboard, because this DOM cannot capture a pointer. */
  const press = (name: string) => {
    const button = panel.getByRole('button', { name });
    fireEvent.keyDown(button, { key: 'Enter' });
    fireEvent.keyUp(button, { key: 'Enter' });
  };
  return { ...desk, panel, press, step: panel.getByLabelText('速度（步长）'), sent: () => desk.wire.calls(camera.control) };
}

// Proves §5.6
it('a step that is not a whole number from 1 to 8 shows a warning and moves nothing', async () => {
  const { press, step, sent } = await openPanel('001003001');
  for (const wrong of ['9', '0', '1.5']) {
    fill(step, wrong);
    fireEvent.blur(step);
    press('变倍放大');
  }
  await screen.findByText('焦距步长只能是1到8之间的整数');
  expect(sent()).toEqual([]);
});

// Proves §7.26d, §9.2c
it("a command contains the first nine characters of the group and the region's speed", async () => {
  const { press, step, sent } = await openPanel('001003001001');
  fill(step, '8');
  fireEvent.blur(step);
  press('上');
  await expect.poll(sent).not.toEqual([]);
  expect(sent()[0]?.query).toMatchObject({ groupId: '001003001', monitorId: CAMERA.monitoringPointId, controlType: '21', speed: '7' });
});

it('a press without control shows who has control, and the panel shows that operator from then on', async () => {
  const { wire, panel, press } = await openPanel(OFFICER.groupId, FREE);
  await panel.findByText('空闲：操作时自动取得操作权');
  wire.on(camera.control, () => refusedBy(codedError('camera-in-use', { by: '阿坝州值班员' }), { ...FREE, holder: '阿坝州值班员' }));
  press('右');
  await screen.findByText('阿坝州值班员正在操作该摄像头');
  await panel.findByText('阿坝州值班员正在操作');
});

it('an operator without control can request it, and the panel shows that the request is waiting', async () => {
  const holder = { ...FREE, holder: '阿坝州值班员' };
  const { wire, user, panel } = await openPanel(OFFICER.groupId, holder);
  await panel.findByText('阿坝州值班员正在操作');
  wire.on(camera.operator, () => ({ ...holder, askedBy: OFFICER.fullName }));
  await user.click(panel.getByRole('button', { name: '请求操作权' }));
  await panel.findByText(/^已请求，等待对方交出/);
  expect(panel.queryByRole('button', { name: '请求操作权' })).toBeNull();
  expect(wire.calls(camera.operator)[0]?.body).toEqual({ cameraId: CAMERA.id, act: 'ask' });
});

it('the operator in control sees who requests control and can hand it over', async () => {
  const { wire, user, panel } = await openPanel(OFFICER.groupId, {
    ...FREE,
    holder: OFFICER.fullName,
    isMine: true,
    askedBy: '阿坝州值班员',
  });
  await panel.findByText('操作权在我手中');
  await panel.findByText('阿坝州值班员请求操作权');
  wire.on(camera.operator, () => ({ ...FREE, holder: '阿坝州值班员' }));
  await user.click(panel.getByRole('button', { name: '交出' }));
  await panel.findByText('阿坝州值班员正在操作');
  expect(wire.calls(camera.operator)[0]?.body).toEqual({ cameraId: CAMERA.id, act: 'give' });
});
