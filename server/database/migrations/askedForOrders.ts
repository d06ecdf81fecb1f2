/**
 * When a visitor last asked for an order or registered with its address, null for never since it was made. An unpaid order
 * that nobody has asked for in thirty days is no longer handed out.
 */
export const askedForOrders: readonly string[] = [
  'alter table orders add column asked_for_at timestamptz',
  `update orders set purpose = 'replaced', state = case state when 'open' then 'replaced' else state end
    where purpose = 'open' and polling = 'never'`,
];
