import { contract } from '@lookout/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { fill, openDesk } from '../../../app/testing/desk.tsx';
import { SteeringPanel } from './SteeringPanel.tsx';

const CAMERA = { id: crypto.randomUUID(), name: '一号塔', monitoringPointId: crypto.randomUUID() };

function Steered() {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame}>
      <SteeringPanel camera={CAMERA} keysIn={frame} />
    </div>
  );
}

async function openPanel(groupId: string) {
  const desk = openDesk({ officer: { groupId } });
  const { steering } = contract;
  desk.wire.on(steering.operatorNow, () => ({ holder: null, isMine: true, askedBy: null, until: null }));
  desk.wire.on(steering.presets, () => []);
  desk.wire.on(steering.operator, () => ({ holder: null, isMine: false, askedBy: null, until: null }));
  desk.wire.on(steering.control, () => undefined);
  desk.show(<Steered />);
  const panel = within(await screen.findByRole('region', { name: '云台操作' }));
  /** By keyboard: this DOM captures no pointer. */
  const press = (name: string) => {
    const button = panel.getByRole('button', { name });
    fireEvent.keyDown(button, { key: 'Enter' });
    fireEvent.keyUp(button, { key: 'Enter' });
  };
  return { ...desk, press, step: panel.getByLabelText('速度（步长）'), sent: () => desk.wire.calls(steering.control) };
}

// Proves §5.6
it('a step that is no whole number from 1 to 8 is warned of, and moves nothing', async () => {
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
it('a command carries the first nine characters of the group, and the speed of the region', async () => {
  const { press, step, sent } = await openPanel('001003001001');
  fill(step, '8');
  fireEvent.blur(step);
  press('上');
  await expect.poll(sent).not.toEqual([]);
  expect(sent()[0]?.query).toMatchObject({ groupId: '001003001', monitorId: CAMERA.monitoringPointId, controlType: '21', speed: '7' });
});
