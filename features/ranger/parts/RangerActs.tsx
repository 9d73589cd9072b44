// What an officer can do with a ranger from the ranger's card: send them to a fire (派遣), write a short message (短信), call (呼叫).

import { PhoneOutlined } from '@ant-design/icons';
import { distanceMetres } from '@lookout/geo';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { SmsDialog } from '../../alarm/parts/sms/SmsDialog.tsx';
import { DispatchDialog } from '../../task/parts/dispatch/DispatchDialog.tsx';
import type { DispatchTarget } from '../../task/parts/dispatch/dispatch-form.ts';
import type { ListedRanger } from '../ranger.ts';

type Opened = { readonly kind: 'dispatch'; readonly target: DispatchTarget } | { readonly kind: 'sms'; readonly alarm: NamedAlarm };

export function RangerActs({ ranger }: { readonly ranger: ListedRanger }) {
  const { rangerActs: messages } = useGlobeMessages();
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayDispatch = useRight('dispatch');
  const mayWrite = useRight('act-on-alarms');
  const { last, phone, userId } = ranger;
  const close = () => setOpened(null);
  return (
    <>
      {mayDispatch && (
        <FireMenu
          label={messages.dispatch}
          ranger={ranger}
          onFire={(alarm) => setOpened({ kind: 'dispatch', target: { kind: 'fire', alarm } })}
          {...(last && { onHere: () => setOpened({ kind: 'dispatch', target: { kind: 'position', ...last.position } }) })}
        />
      )}
      {mayWrite && phone !== null && (
        <FireMenu label={messages.sms} ranger={ranger} onFire={(alarm) => setOpened({ kind: 'sms', alarm })} />
      )}
      {phone !== null && (
        <Button icon={<PhoneOutlined aria-hidden="true" />} href={`tel:${phone}`}>
          {messages.call}
        </Button>
      )}
      {opened?.kind === 'dispatch' && <DispatchDialog target={opened.target} members={[userId]} onClose={close} />}
      {opened?.kind === 'sms' && <SmsDialog alarm={opened.alarm} receivers={[userId]} onClose={close} />}
    </>
  );
}

interface FireMenuProps {
  readonly label: string;
  readonly ranger: ListedRanger;
  readonly onFire: (alarm: NamedAlarm) => void;
  /** Creates a task at the ranger's position, for no fire. */
  readonly onHere?: () => void;
}

/** Upper limit, more than a desk has at one time; only the nearest are listed. */
const MOST_FIRES = 20;

/** The fires in progress, the nearest to the ranger first, to send the ranger to or to write about. */
function FireMenu({ label, ranger: { last }, onFire, onHere }: FireMenuProps) {
  const { rangerActs: messages } = useGlobeMessages();
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const seesFires = useRight('watch-alarms');
  const fires = useCall(['fires-in-progress', 'own'], client.alarm.inProgress, { query: {} }, { enabled: seesFires && isOpen });
  const metresTo = ({ position }: NamedAlarm) => (last === null ? null : distanceMetres(last.position, position));
  const near = (fires.data ?? [])
    .map((alarm) => ({ alarm, metres: metresTo(alarm) }))
    .toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0))
    .slice(0, MOST_FIRES);
  const note = fires.isError
    ? messages.failed
    : fires.isPending && seesFires
      ? messages.loading
      : near.length === 0
        ? messages.noFires
        : null;
  const items: NonNullable<MenuProps['items']> = [
    ...near.map(({ alarm, metres }) => ({
      key: alarm.id,
      label: `${alarm.formattedAddress}${metres === null ? '' : marks().brackets(messages.away(metres))}`,
    })),
    ...(note === null ? [] : [{ key: NOTE, label: note, disabled: true }]),
    ...(onHere ? [{ type: 'divider' as const }, { key: HERE, label: messages.here }] : []),
  ];
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={setOpen}
      menu={{
        items,
        onClick: ({ key }) => {
          if (key === HERE) return onHere?.();
          const chosen = near.find(({ alarm }) => alarm.id === key);
          if (chosen) onFire(chosen.alarm);
        },
      }}
    >
      <Button aria-haspopup="menu" aria-expanded={isOpen}>
        {label}
      </Button>
    </Dropdown>
  );
}

const NOTE = 'note';
const HERE = 'here';
