// 接入测试: tests whether a camera was connected correctly: its state, a stream, its vendor's platform, a short movement, and its online
// history.

import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Alert, Button, Drawer, Space, Table } from 'antd';
import { useState } from 'react';
import type { Camera } from '../../camera.ts';
import { type CheckName, checksOf, type Finding, mayNudge, NUDGES, type Nudge, nudgeCamera, runCheck } from './camera-checks.ts';
import { DRAWER_WIDTH } from './FormDrawer.tsx';
import { type CameraSetupMessages, useCameraSetupMessages } from './messages.ts';

type Outcome = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly text: string };
type TestMessages = CameraSetupMessages['test'];

const TEXTS: { readonly [K in Finding['kind']]: (finding: Extract<Finding, { kind: K }>, messages: TestMessages) => Outcome } = {
  stream: ({ address }, { stream }) => ({ ok: true, text: stream(address) }),
  refused: ({ words }, { noStream }) => ({ ok: false, text: words || noStream }),
  channels: ({ online, isOnline }, { channels, offline }) => ({ ok: isOnline, text: isOnline ? channels(online) : offline(online) }),
  'signed-in': (_, { signedIn }) => ({ ok: true, text: signedIn }),
  platform: ({ total, online }, { platform }) => ({ ok: true, text: platform(total, online) }),
  files: ({ names }, { files }) => ({ ok: true, text: files(names) }),
};
// The table is keyed by the finding's kind; TypeScript cannot follow key and value through the lookup.
const outcomeOf = (finding: Finding, messages: TestMessages): Outcome => TEXTS[finding.kind](finding as never, messages);

export function CameraTest({ camera, onClose }: { readonly camera: Camera; readonly onClose: () => void }) {
  const { test: messages } = useCameraSetupMessages();
  const mayWatch = useRight('watch-video');
  return (
    <Drawer open size={DRAWER_WIDTH} title={messages.title(camera.name)} onClose={onClose}>
      {mayWatch ? (
        <>
          <Checks camera={camera} />
          <OnlineTimes cameraId={camera.id} />
        </>
      ) : (
        <Alert type="info" showIcon title={messages.noRight} />
      )}
    </Drawer>
  );
}

function Checks({ camera }: { readonly camera: Camera }) {
  const { test: messages } = useCameraSetupMessages();
  const client = useClient();
  const [outcomes, setOutcomes] = useState<Readonly<Partial<Record<CheckName | 'nudge', Outcome>>>>({});
  const [busy, setBusy] = useState<CheckName | 'nudge' | null>(null);

  const attempt = async (name: CheckName | 'nudge', run: () => Promise<Outcome>) => {
    setBusy(name);
    try {
      const outcome = await run();
      setOutcomes((before) => ({ ...before, [name]: outcome }));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setOutcomes((before) => ({ ...before, [name]: { ok: false, text: error.message } }));
    } finally {
      setBusy(null);
    }
  };
  const check = (name: CheckName) => attempt(name, async () => outcomeOf(await runCheck(name, client, camera), messages));
  const nudge = (one: Nudge) =>
    attempt('nudge', async () => {
      await nudgeCamera(client, camera, one, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
      return { ok: true, text: messages.nudged(messages.nudges[one]) };
    });
  const all = async () => {
    for (const name of checksOf(camera)) await check(name);
  };
  return (
    <>
      <Space>
        <Button type="primary" disabled={busy !== null} onClick={() => void all()}>
          {messages.all}
        </Button>
        <span className="hint">{messages.hint}</span>
      </Space>
      <ul className="config-checks">
        {checksOf(camera).map((name) => (
          <li key={name} className="line">
            <Button size="small" loading={busy === name} disabled={busy !== null} onClick={() => void check(name)}>
              {messages.checks[name]}
            </Button>
            <Result outcome={outcomes[name]} messages={messages} />
          </li>
        ))}
        {mayNudge(camera) && (
          <li className="line">
            <Space.Compact>
              {NUDGES.map((one) => (
                <Button key={one} size="small" disabled={busy !== null} onClick={() => void nudge(one)}>
                  {messages.nudges[one]}
                </Button>
              ))}
            </Space.Compact>
            <Result outcome={outcomes.nudge} messages={messages} />
          </li>
        )}
      </ul>
    </>
  );
}

function Result({ outcome, messages }: { readonly outcome: Outcome | undefined; readonly messages: TestMessages }) {
  if (outcome === undefined) return <span className="second">{messages.untested}</span>;
  return (
    <span role="status" className={outcome.ok ? undefined : 'field-fault'}>
      {outcome.ok ? messages.good : messages.bad} {outcome.text}
    </span>
  );
}

const DAYS = 7;

/** The camera's online and offline periods of the last days. */
function OnlineTimes({ cameraId }: { readonly cameraId: string }) {
  const { test: messages } = useCameraSetupMessages();
  const client = useClient();
  const { now } = useServices();
  const times = useCall(['camera-times', cameraId], client.video.cameraTimes, {
    body: { cameraId, beginTime: formatTime(new Date(now() - DAYS * DAY_MS)) },
  });
  return (
    <>
      <h3>{messages.times(DAYS)}</h3>
      <QueryResult query={times} isEmpty={(rows) => rows.length === 0} empty={{ title: messages.noTimes, hint: messages.noTimesHint }}>
        {(rows) => (
          <Table<(typeof rows)[number]>
            size="small"
            rowKey={({ beginTime }) => beginTime}
            dataSource={[...rows]}
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
            columns={[
              { key: 'state', title: messages.state, width: 100, render: (_, { isOnline }) => messages.states[isOnline] },
              { key: 'begin', dataIndex: 'beginTime', title: messages.from, className: 'tabular' },
              { key: 'end', title: messages.to, className: 'tabular', render: (_, { endTime }) => endTime ?? messages.untilNow },
            ]}
          />
        )}
      </QueryResult>
    </>
  );
}
