// 命令: the orders of the fire, their acknowledgements, and the form for a new order.

import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useNow, useRight } from '@lookout/web/shared/services.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { App, Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { type FireOrder, isOrderOverdue, type OrderReceiver } from '../fire-order.ts';
import { useSituationMessages } from './messages.ts';
import { OrderForm } from './OrderForm.tsx';
import { ORDERS, useOrders } from './orders.ts';

const MOST_WORDS = 200;

/** A question to the officer before the request is sent: the reason of a withdrawal, or how a receipt was received. */
type Confirming = { readonly order: FireOrder; readonly receiver: OrderReceiver | null };

/** @param isBurning orders can be given only for a real fire in progress */
export function OrdersPart({ fireId, isBurning }: { readonly fireId: string; readonly isBurning: boolean }) {
  const messages = useSituationMessages();
  const orders = useOrders(fireId);
  const mayOrder = useRight('support-decisions');
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  return (
    <div className="situation-body stack">
      {mayOrder && (isBurning ? <OrderForm fireId={fireId} /> : <p className="hint">{messages.orders.notBurning}</p>)}
      <QueryResult query={orders} isEmpty={(list) => list.length === 0} empty={messages.orders.none}>
        {(list) => (
          <ul className="situation-orders" aria-label={messages.parts.orders}>
            {list.map((order) => (
              <OrderRow key={order.id} order={order} mayOrder={mayOrder} onAsk={setConfirming} />
            ))}
          </ul>
        )}
      </QueryResult>
      {confirming && <AskWords confirming={confirming} onClose={() => setConfirming(null)} />}
    </div>
  );
}

interface RowProps {
  readonly order: FireOrder;
  readonly mayOrder: boolean;
  readonly onAsk: (confirming: Confirming) => void;
}

function OrderRow({ order, mayOrder, onAsk }: RowProps) {
  const { orders: messages } = useSituationMessages();
  const now = new Date(useNow());
  const { dueAt, withdrawal } = order;
  const isLate = isOrderOverdue(order, now);
  const state =
    withdrawal !== null ? 'withdrawn' : isLate ? 'overdue' : order.receivers.every(({ receipt }) => receipt) ? 'received' : 'open';
  return (
    <li data-state={state}>
      <p className="situation-order">{order.content}</p>
      <p className="second tabular">
        {messages.by(order.issuedBy, dayAndMinute(order.issuedAt))} · {dueAt === null ? messages.atOnce : messages.due(dayAndMinute(dueAt))}
        {isLate && <strong className="situation-late"> {messages.overdue}</strong>}
      </p>
      {withdrawal !== null && (
        <p className="situation-late">{messages.withdrawnBy(withdrawal.by, dayAndMinute(withdrawal.at), withdrawal.reason)}</p>
      )}
      <ul>
        {order.receivers.map((receiver) => (
          <Receiver key={receiver.id} order={order} receiver={receiver} mayOrder={mayOrder} onAsk={onAsk} />
        ))}
      </ul>
      {mayOrder && withdrawal === null && (
        <Button size="small" aria-label={messages.withdrawOf(order.content)} onClick={() => onAsk({ order, receiver: null })}>
          {messages.withdraw}
        </Button>
      )}
    </li>
  );
}

function Receiver({ order, receiver, mayOrder, onAsk }: RowProps & { readonly receiver: OrderReceiver }) {
  const { orders: messages } = useSituationMessages();
  const client = useClient();
  const { message } = App.useApp();
  const { isBusy, send } = useSend({ refetch: [ORDERS], onRefused: (error) => void message.warning(error.message) });
  const [answers, dispatches] = [useRight('act-on-alarms'), useRight('dispatch')];
  const { receipt, name } = receiver;
  const receive = () => send(() => client.situation.receiveOrder({ body: { id: order.id, receiverId: receiver.id }, silent: true }));
  return (
    <li className="line">
      <span>
        {name} <span className="second">{messages.kinds[receiver.kind]}</span>
      </span>
      <span className="gap" />
      {receipt !== null && (
        <span className="situation-received tabular">
          {messages.received(receipt.by, dayAndMinute(receipt.at), receipt.isOnBehalf)}
          {receipt.note !== null && <span className="second"> {receipt.note}</span>}
        </span>
      )}
      {receipt === null && order.withdrawal === null && (
        <>
          {(mayOrder || answers || dispatches) && (
            <Button size="small" disabled={isBusy} aria-label={messages.receiveOf(name)} onClick={() => void receive()}>
              {messages.receive}
            </Button>
          )}
          {mayOrder && (
            <Button size="small" disabled={isBusy} aria-label={messages.markOf(name)} onClick={() => onAsk({ order, receiver })}>
              {messages.mark}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

/** Withdraws an order with its reason, or enters a receiver's acknowledgement. A failed request retains the input. */
function AskWords({ confirming: { order, receiver }, onClose }: { readonly confirming: Confirming; readonly onClose: () => void }) {
  const { orders: messages, cancel } = useSituationMessages();
  const client = useClient();
  const sending = useSend({ refetch: [ORDERS] });
  const save = ({ words = '' }: { readonly words?: string }) =>
    sending.send(async () => {
      const { id } = order;
      if (receiver === null) await client.situation.withdrawOrder({ body: { id, reason: words }, silent: true });
      else await client.situation.receiveOrder({ body: { id, receiverId: receiver.id, isOnBehalf: true, note: words }, silent: true });
      onClose();
    });
  const title = receiver === null ? messages.withdrawOf(order.content) : messages.markOf(receiver.name);
  return (
    <Modal open title={title} footer={null} destroyOnHidden onCancel={onClose}>
      <Form layout="vertical" requiredMark={false} disabled={sending.isBusy} onFinish={(typed) => void save(typed)}>
        <Form.Item
          name="words"
          label={receiver === null ? messages.reason : messages.note}
          rules={receiver === null ? [{ required: true, whitespace: true, message: messages.reasonNeeded }] : []}
        >
          <TextArea rows={2} most={MOST_WORDS} showCount />
        </Form.Item>
        {sending.failed && (
          <p role="alert" className="field-fault">
            {sending.failed}
          </p>
        )}
        <div className="form-buttons">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="primary" htmlType="submit" disabled={sending.isBusy}>
            {receiver === null ? messages.withdraw : messages.mark}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
