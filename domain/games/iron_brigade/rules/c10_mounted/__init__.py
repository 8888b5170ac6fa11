"""Chapter X, cavalry and mounted infantry: men on foot and their horses. What carries out each clause.

X.A     horses.check_mounting /1-3; mounting.mount_all /1; between.strength /2; horses.holders_for /2;
        mounting.run_off /2; horses.led_by /3; horses.on_foot /3
"""
